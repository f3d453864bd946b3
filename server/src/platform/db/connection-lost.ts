import { errorCode } from '../error-code.ts'

/** SQLSTATE classes: connection exceptions, and a server that is ending or starting. */
const lostStates = /^(08...|57P0[1-5])$/
/** read-only: a standby, or a database that somebody has set so */
const readOnlyState = '25006'
/** no connection, disk space or memory left */
const exhaustedStates = /^53...$/
const lostErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])
/** what pg and its pool throw without a code */
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/
/** what pg, its pool and Kysely say to work that a stop of this process did not wait for */
const closedWords =
  /^(driver has already been destroyed|Cannot use a pool after calling end on the pool|Client was closed)/

/** Whether the database went away under a query: whether it was committed is not known, a repeat will tell. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  const fromDatabase = 'syscall' in error ? error.syscall !== 'open' : true
  return (
    lostStates.test(code) ||
    (lostErrors.has(code) && fromDatabase) ||
    lostWords.test(error.message) ||
    closedWords.test(error.message)
  )
}

/** The database is there and takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === readOnlyState
}

/** It has no connection, room or memory left for us. */
export function isExhausted(error: unknown): boolean {
  return exhaustedStates.test(errorCode(error) ?? '')
}

/** Whether the database cannot do its work at present: whoever asked may ask again, and nobody here is at fault. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isReadOnly(error) || isExhausted(error)
}
