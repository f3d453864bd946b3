/**
 * A PostgreSQL array literal, in a fraction of the time the driver takes. For values that need no
 * escaping only: numbers, booleans, checked UUIDs, words of our own, multiranges.
 */
export function arrayOf<Item>(
  items: Item[],
  value: (item: Item) => string | number | boolean | null,
): string {
  let text = '{'
  for (let index = 0; index < items.length; index += 1) {
    const item = value(items[index] as Item)
    if (index > 0) text += ','
    text += typeof item === 'string' ? `"${item}"` : item === null ? 'null' : String(item)
  }
  return `${text}}`
}
