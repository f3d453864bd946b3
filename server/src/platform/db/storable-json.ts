/**
 * A value as JSON that a jsonb column takes whatever people wrote: NUL and halves of surrogate pairs (a text cut in the
 * middle of a character) have no place there.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}
