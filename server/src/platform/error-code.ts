/** The system's or PostgreSQL's code of an error (`EACCES`, `42P04`), undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Whether PostgreSQL refused a second row where a unique index takes one. */
export function isTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}
