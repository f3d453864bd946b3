import { errorCode } from '../error-code.ts'

/** SQLSTATE classes: connection exceptions, and a server that is ending or starting. */
const lostStates = /^(08...|57P0[1-4])$/
const lostErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
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
