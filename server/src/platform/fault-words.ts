import { redactMessage } from '@ce/contract/redact'
import { errorCode } from './error-code.ts'

/**
 * An error as the log may have it. PostgreSQL quotes whole rows in an error's `detail` and `where`, people's numbers among them: only what
 * names the fault goes there (product §4 Privacy).
 */
export function faultWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const constraint = 'constraint' in error && error.constraint
  return [errorCode(error), constraint, error.stack].filter(Boolean).join(' ')
}

/** The same in one line without numbers or names, for staff: the code, the constraint, the message. */
export function shortFault(error: unknown): string {
  if (!(error instanceof Error)) return redactMessage(String(error)) || 'Error'
  const constraint = 'constraint' in error && error.constraint
  return (
    redactMessage([errorCode(error), constraint, error.message].filter(Boolean).join(' ')) ||
    error.name
  )
}
