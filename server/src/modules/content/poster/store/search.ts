import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { likeContaining } from '../../../../platform/db/like.ts'
import { maxSearchedLength, needsTextCheck, requiredSearchGrams } from '../search-words.ts'
import { isVisibleSql } from './published.ts'

export const maxSearchResults = 1000

export async function savePosterSearchText(
  tx: Tx,
  row: { posterId: string; title: string; content: string; grams: string[] },
): Promise<void> {
  const { posterId, ...fields } = row
  await tx
    .insertInto('posterSearch')
    .values(row)
    .onConflict((conflict) => conflict.column('posterId').doUpdateSet(fields))
    .execute()
}

export interface PosterSearchQuery {
  /** Folded search words, which must all occur. */
  words: string[]
  categoryId?: number | undefined
  /** RELEVANCE: matches in titles first. LIST: pinned items first. Then the newest. */
  order: 'RELEVANCE' | 'LIST'
}

/** Returns at most `maxSearchResults`. The text is read only for words of three or more characters. */
export async function findMatchingPosters(db: Db, sought: PosterSearchQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${matchesSql(sought)}`.execute(db)
  return rows.map((row) => row.id)
}

function matchesSql({ words, categoryId, order }: PosterSearchQuery) {
  const grams = [...new Set(words.flatMap(requiredSearchGrams))]
  const long = words.filter(needsTextCheck).map(likeContaining)
  const inTitle = sql<SqlBool>`found.title like all (${words.map(likeContaining)}::text[])`
  const inCategory = categoryId === undefined ? sql`` : sql`and poster.category_id = ${categoryId}`
  const first = order === 'RELEVANCE' ? inTitle : sql`poster.pinned`
  return sql<{ id: string }>`
    with candidate as materialized (
      select poster.id, poster.publish_at, ${first} as foremost
      from search_candidates(${grams}::text[]) as found join poster on poster.id = found.poster_id
      where ${isVisibleSql} ${inCategory}
      order by foremost desc, publish_at desc, poster.id desc
      limit ${maxSearchResults})
    select candidate.id from candidate
    ${long.length === 0 ? sql`` : sql`join poster_search as found on found.poster_id = candidate.id where found.content like all (${long}::text[])`}
    order by candidate.foremost desc, candidate.publish_at desc, candidate.id desc`
}

export function findPosterBodies(db: Db, ids: string[]) {
  return db
    .selectFrom('poster')
    .innerJoin('posterRevision as revision', (join) =>
      join.onRef('revision.posterId', '=', 'poster.id').onRef('revision.no', '=', 'poster.publishedNo'),
    )
    .select(['poster.id', sql<string>`left(revision.body_text, ${maxSearchedLength})`.as('bodyText')])
    .where('poster.id', 'in', ids)
    .execute()
}
