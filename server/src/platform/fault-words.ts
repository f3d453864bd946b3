/**
 * An error as the log may have it. PostgreSQL quotes whole rows in an error's `detail` and `where`, people's numbers among them: only what
 * names the fault goes there (product §4 Privacy).
 */
export function faultWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && error.code
  const constraint = 'constraint' in error && error.constraint
  return [code, constraint, error.stack].filter(Boolean).join(' ')
}
