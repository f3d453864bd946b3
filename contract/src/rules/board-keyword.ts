/**
 * Whether a search text is specific enough: a phone, its last digits, or at least two characters of a name. A surname
 * alone matches thousands.
 */
export function isStudentKeywordSpecific(keyword: string | undefined): boolean {
  return keyword !== undefined && [...keyword.trim()].length > 1
}
