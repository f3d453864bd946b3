export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Checks whether PostgreSQL refused a row because of a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCodeOf(error) === '23505'
}
