/**
 * The word that an address has where one of a few should stand. Any other is sent as it is: the server refuses it and the page says so,
 * where a filter that was left out would show everything. The guarantee: it is only sent, or compared with the words that are known.
 */
export function givenChoice<One extends string>(value: string | null | undefined): One | undefined {
  return value ? (value as One) : undefined
}
