import type pg from 'pg'
import { errorCodeOf } from '../error-code.ts'

/** SQLSTATE classes: connection exceptions, and a server that stops or starts. */
const lostStates = /^(08...|57P0[1-5])$/
const readOnlyState = '25006'
const exhaustedStates = /^53...$/
const lostErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/
const closedWords =
  /^(driver has already been destroyed|Cannot use a pool after calling end on the pool|Client was closed)/

/** When a connection breaks, the commit may or may not have happened. */
export function isConnectionLostError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCodeOf(error) ?? ''
  // An error of the file system names its path.
  const fromDatabase = !('path' in error)
  return (
    lostStates.test(code) ||
    (lostErrors.has(code) && fromDatabase) ||
    lostWords.test(error.message) ||
    closedWords.test(error.message)
  )
}

export function isReadOnlyError(error: unknown): boolean {
  return errorCodeOf(error) === readOnlyState
}

/** For writes that can wait: a database that is read-only for a while must not stop anybody from reading. */
export async function writeUnlessReadOnly(pool: pg.Pool, updateSql: string, value: unknown): Promise<void> {
  await pool.query(updateSql, [value]).catch((error: unknown) => {
    if (!isReadOnlyError(error)) throw error
  })
}

export function isPoolExhausted(error: unknown): boolean {
  return exhaustedStates.test(errorCodeOf(error) ?? '')
}

/** The database cannot work now, so the request can be repeated later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLostError(error) || isReadOnlyError(error) || isPoolExhausted(error)
}
