import SparkMD5 from 'spark-md5'
import { foldPhone } from './fold-text.ts'

/**
 * The specification's transform (§5): MD5, that hex string reversed, MD5 again; UTF-8, lower-case hex.
 * What travels and what the server hashes is this digest, so complexity can only be checked before it.
 */
export function digestPassword(password: string): string {
  return SparkMD5.hash([...SparkMD5.hash(password)].reverse().join(''))
}

/** A number may be masked: what its stars hide is taken for digits. */
interface PasswordOwner {
  phone?: string | undefined
  idNo?: string | undefined
}

/** A mask may hide all there is; then nothing is known. */
const isKnown = (number: string | undefined): number is string => /[^*]/.test(number ?? '')

/** As it was typed, or as it is kept. */
function contains(password: string, number: string): boolean {
  return [number, foldPhone(number)].some((one) => one !== '' && holds(password, one))
}

function holds(password: string, number: string): boolean {
  const pattern = number.replace(/[^\da-z*]/gi, '\\$&').replaceAll('*', '\\d')
  return new RegExp(pattern, 'i').test(password)
}

/** Lower case, upper case, digits, signs: three of the four make a password. */
function isVaried(password: string) {
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password))
  return { rule: '密码应包含大写字母、小写字母、数字、符号中的至少三种', met: classes.length >= 3 }
}

/**
 * The rules of a new password in Chinese, each met or not (product §4: 8–20, three of four classes).
 * What is not known of the person is not judged: no rule about it.
 */
export function passwordRules(password: string, person: PasswordOwner = {}) {
  const rules = [
    { rule: '密码应为 8–20 位', met: password.length >= 8 && password.length <= 20 },
    {
      rule: '密码只能包含字母、数字和英文符号，不能有空格',
      met: /^[\x21-\x7e]+$/.test(password),
    },
    isVaried(password),
  ]
  if (isKnown(person.phone))
    rules.push({ rule: '密码不能包含手机号', met: !contains(password, person.phone) })
  if (isKnown(person.idNo))
    rules.push({ rule: '密码不能包含证件号', met: !contains(password, person.idNo) })
  return rules
}

/** Why a new password will not do, in Chinese: the first rule not met; null when it will. */
export function passwordProblem(password: string, person: PasswordOwner = {}): string | null {
  return passwordRules(password, person).find(({ met }) => !met)?.rule ?? null
}

/** The rules of a new password of staff and employers in Chinese, each met or not. */
export function staffPasswordRules(password: string, account: string) {
  const named = password.toLowerCase().includes(account.toLowerCase())
  return [
    { rule: '密码应为 8–64 位', met: password.length >= 8 && password.length <= 64 },
    isVaried(password),
    { rule: '密码不能包含用户名', met: !named },
  ]
}
