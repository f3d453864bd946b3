/**
 * Whether a keyword of the board tells few enough people for their sittings of all days: a phone or its end, a name of two
 * characters or more. A surname alone is a province's thousands.
 */
export function tellsFew(keyword: string | undefined): boolean {
  return keyword !== undefined && [...keyword.trim()].length > 1
}
