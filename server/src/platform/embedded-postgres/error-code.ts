/** The system's or PostgreSQL's code of an error (`EACCES`, `42P04`), undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
