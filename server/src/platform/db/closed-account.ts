import { errorCodeOf } from '../error-code.ts'

/**
 * Whether the database refused a write because the account was closed while the call waited for it. The trigger
 * refuse_closed_student checks this last, after all checks of a service.
 */
export function isClosedAccountError(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'this account is closed' && errorCodeOf(error) === restrictViolation
  )
}

const restrictViolation = '23001'
