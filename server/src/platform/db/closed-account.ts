import { errorCode } from '../error-code.ts'

/**
 * Whether the database refused a write for an account that was closed while the call waited for it: its trigger (migrations 012, 024) is the
 * last to look, behind whatever a service has looked at.
 */
export function isClosedAccount(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message === 'this account is closed' &&
    errorCode(error) === restrictViolation
  )
}

const restrictViolation = '23001'
