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
