import { errorCode } from '../error-code.ts'
import { PoolExhausted } from './database.ts'

/** query_canceled, idle_in_transaction_session_timeout */
const tooLong = new Set(['57014', '25P03'])

/** lock_not_available: somebody else held a row or a table for longer than the pool's lock_timeout */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03'
}

/** Whether work was given up because it reached a limit of its pool (pools.ts): nothing was written, a repeat will do. */
export function isOverLimit(error: unknown): boolean {
  return (
    error instanceof PoolExhausted || isLockTimeout(error) || tooLong.has(errorCode(error) ?? '')
  )
}
