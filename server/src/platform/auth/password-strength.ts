import { digestPassword } from '@ce/contract/password'
import { passwordIsCommon } from './passwords.ts'

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** Of staff and employers: three of four classes, not the account's name, none that everybody knows; the contract bounds the length. */
export function passwordIsWeak(password: string, account: string): boolean {
  return (
    classes.filter((kind) => kind.test(password)).length < 3 ||
    password.toLowerCase().includes(account.toLowerCase()) ||
    passwordIsCommon(digestPassword(password))
  )
}
