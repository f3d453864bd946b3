import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { columns } from './files.ts'

/** It stood in an item that was given to readers (or is to be), or in a draft of one from before that. */
const wasShown =
  sql<boolean>`exists (select from poster_file as held join poster on poster.id = held.poster_id
  where held.file_id = file.id and held.no <= poster.published_no)`.as('wasShown')

/**
 * By what readers see of items now, by the site's own pages, by what learners have, whether or not it is still offered. A join would be
 * made from all that is published to the file where statistics are old (decision 037): so the item is asked for each row that holds the file.
 */
const shownNow = sql<boolean>`(
  exists (select from poster_file as held where held.file_id = file.id
    and (select poster.published_no = held.no and poster.withdrawn_at is null and poster.publish_at <= (select app_now())
      from poster where poster.id = held.poster_id))
  or exists (select from swiper where visible and removed_at is null
    and (file_id = file.id or strpos(redirect_url, file.id::text) > 0))
  or exists (select from friendlink where visible and removed_at is null
    and strpos(redirect_url, file.id::text) > 0)
  or exists (select from site_info where strpos(value::text, file.id::text) > 0)
  or exists (select from course where cover_file_id = file.id)
  or exists (select from lesson where article_html is not null and files_in(article_html) @> array[file.id]))`.as(
  'shownNow',
)

/** A file that is not deleted, and what shows it (decision 041). */
export function findShown(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(columns)
    .select([wasShown, shownNow])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Of each of these files that is not deleted, what shows it. */
export function listShown(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'purpose', wasShown, shownNow])
    .where('id', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .execute()
}
