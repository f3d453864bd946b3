/**
 * Reads a choice from the page's address. Unknown values are kept, so that the server refuses them; without the filter,
 * the list would show everything.
 */
export function parseAddressChoice<One extends string>(value: string | null | undefined): One | undefined {
  return value ? (value as One) : undefined
}
