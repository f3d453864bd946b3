import { type RawBuilder, sql } from 'kysely'
import type { Places } from '../copy/section.ts'

/** Where in the copy the file of a row lies; null: not in it. */
export function placeOf(places: Places): RawBuilder<string | null> {
  return sql`${JSON.stringify(places)}::jsonb ->> file.id::text`
}
