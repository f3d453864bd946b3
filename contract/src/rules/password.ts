import SparkMD5 from 'spark-md5'
import { foldPhone } from './fold-text.ts'

/**
 * MD5, hex digits reversed, MD5 again (docs/rules/accounts.md#passwords). Only this digest reaches the server, so check
 * the complexity before.
 */
export function digestPassword(password: string): string {
  return SparkMD5.hash([...SparkMD5.hash(password)].reverse().join(''))
}

/** The password must not contain these personal data. Numbers may be masked with stars. */
interface PasswordOwner {
  phone?: string | undefined
  idNo?: string | undefined
}

const isKnown = (number: string | undefined): number is string => /[^*]/.test(number ?? '')

function contains(password: string, number: string): boolean {
  return [number, foldPhone(number)].some((one) => one !== '' && holds(password, one))
}

function holds(password: string, number: string): boolean {
  const pattern = number.replace(/[^\da-z*]/gi, '\\$&').replaceAll('*', '\\d')
  return new RegExp(pattern, 'i').test(password)
}

/** True when the password has three of lower case, upper case, digits and signs. */
function isVaried(password: string) {
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password))
  return { rule: '密码应包含大写字母、小写字母、数字、符号中的至少三种', met: classes.length >= 3 }
}

/**
 * Returns each password rule and whether it is met (docs/rules/accounts.md#passwords). Rules about unknown personal
 * data are left out.
 */
export function checkPasswordRules(password: string, person: PasswordOwner = {}) {
  const rules = [
    { rule: '密码应为 8–20 位', met: password.length >= 8 && password.length <= 20 },
    {
      rule: '密码只能包含字母、数字和英文符号，不能有空格',
      met: /^[\x21-\x7e]+$/.test(password),
    },
    isVaried(password),
  ]
  if (isKnown(person.phone)) rules.push({ rule: '密码不能包含手机号', met: !contains(password, person.phone) })
  if (isKnown(person.idNo)) rules.push({ rule: '密码不能包含证件号', met: !contains(password, person.idNo) })
  return rules
}

export function passwordProblem(password: string, person: PasswordOwner = {}): string | null {
  return checkPasswordRules(password, person).find(({ met }) => !met)?.rule ?? null
}

export function checkStaffPasswordRules(password: string, account: string) {
  const named = password.toLowerCase().includes(account.toLowerCase())
  return [
    { rule: '密码应为 8–64 位', met: password.length >= 8 && password.length <= 64 },
    isVaried(password),
    { rule: '密码不能包含用户名', met: !named },
  ]
}
