/** A LIKE pattern that finds the text as it stands anywhere, whatever signs it holds. */
export function containing(text: string): string {
  return `%${asItStands(text)}%`
}

/** The same at the beginning. */
export function beginningWith(text: string): string {
  return `${asItStands(text)}%`
}

function asItStands(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
