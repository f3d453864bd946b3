import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern that finds the text as it stands anywhere, whatever signs it holds. */
export function containing(text: string): string {
  return `%${asItStands(text)}%`
}

/** The same at the beginning. */
export function beginningWith(text: string): string {
  return `${asItStands(text)}%`
}

/**
 * A phone by what staff may know of it: the whole number, or its last four digits, which a masked one shows. By any other part
 * the hidden digits could be guessed one by one: null.
 */
export function phoneLike(words: string): string | null {
  if (/^\d{4}$/.test(words)) return `%${words}`
  return /^1\d{10}$/.test(words) ? words : null
}

/** Whether a name has this part, in capitals or not. `ilike` costs ten times as much, and says the same of text without any, as Chinese. */
export function hasPart(name: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const like = part.toLowerCase() === part.toUpperCase() ? sql`like` : sql`ilike`
  return sql`${name} ${like} ${containing(part)}`
}

function asItStands(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
