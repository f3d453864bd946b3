import { errorCodeOf } from '../error-code.ts'
import { PoolExhausted } from './database.ts'

const tooLong = new Set(['57014', '25P03'])

/** Error code lock_not_available. */
export function isLockTimeout(error: unknown): boolean {
  return errorCodeOf(error) === '55P03'
}

/** The pool, a time limit or a lock timeout stopped the query, so nothing was written and a repeat is safe. */
export function isPoolLimitError(error: unknown): boolean {
  return error instanceof PoolExhausted || isLockTimeout(error) || tooLong.has(errorCodeOf(error) ?? '')
}
