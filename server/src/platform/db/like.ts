import { type RawBuilder, sql } from 'kysely'

export function likeContaining(text: string): string {
  return `%${asItStands(text)}%`
}

export function likeBeginningWith(text: string): string {
  return `${asItStands(text)}%`
}

/**
 * The search matches only a whole number or its last four digits, because hidden digits could be guessed one by one.
 */
export function phoneLikePattern(words: string): string | null {
  if (/^\d{4}$/.test(words)) return `%${words}`
  return /^1\d{10}$/.test(words) ? words : null
}

/** `ilike` is ten times slower and unnecessary for Chinese. */
export function nameContainsSql(name: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const like = part.toLowerCase() === part.toUpperCase() ? sql`like` : sql`ilike`
  return sql`${name} ${like} ${likeContaining(part)}`
}

function asItStands(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
