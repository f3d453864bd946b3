/** Removes NUL and replaces half surrogate pairs, because jsonb refuses them. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}
