import { randomInt } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { passwordIsCommon } from '../../platform/auth/passwords.ts'

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** Three of four classes, not the username, none that everybody knows; the contract bounds the length. */
export function passwordIsWeak(password: string, username: string): boolean {
  return (
    classes.filter((kind) => kind.test(password)).length < 3 ||
    password.toLowerCase().includes(username) ||
    passwordIsCommon(digestPassword(password))
  )
}

/** without what looks alike on paper */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password to be said once and changed at the first sign-in: four groups of four, 92 bits. */
export function oneTimePassword(): string {
  const letter = () => alphabet[randomInt(alphabet.length)]
  const groups = Array.from({ length: 4 }, () => Array.from({ length: 4 }, letter).join(''))
  return groups.join('-')
}
