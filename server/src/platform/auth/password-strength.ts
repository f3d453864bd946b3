import { digestPassword, staffPasswordRules } from '@ce/contract/password'
import { passwordIsCommon } from './passwords.ts'

/** Of staff and employers: one that the page's own rules refuse, or that everybody knows. */
export function passwordIsWeak(password: string, account: string): boolean {
  return (
    staffPasswordRules(password, account).some(({ met }) => !met) ||
    passwordIsCommon(digestPassword(password))
  )
}
