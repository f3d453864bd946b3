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
