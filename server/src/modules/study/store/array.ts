export type ArrayItem = string | number | boolean | null

/**
 * A PostgreSQL array literal, in a fraction of the time the driver takes. For values that need no
 * escaping only: numbers, booleans, checked UUIDs, words of our own, multiranges.
 */
export function arrayOf<Item>(items: Item[], value: (item: Item) => ArrayItem): string {
  let any = false
  const parts = items.map((item) => {
    const part = value(item)
    if (part === null) return 'null'
    any = true
    return typeof part === 'string' ? `"${part}"` : part
  })
  // a column of nulls alone need not be sent: unnest fills it up
  return any ? `{${parts.join()}}` : '{}'
}
