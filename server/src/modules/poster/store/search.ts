import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import { gramsNeeded, needsReading, searchedLength } from '../grams.ts'
import { visible } from './published.ts'

/** Candidates of which the text is read, and so the most that a search finds. */
export const mostFound = 1000

/** What search reads of an item's published revision; folded. */
export async function putSearch(
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

export interface Sought {
  /** folded, at least one; all must occur */
  words: string[]
  categoryId?: number | undefined
  /** RELEVANCE: those with all words in the title first · LIST: pinned first; then the newest */
  order: 'RELEVANCE' | 'LIST'
}

/**
 * The ids of what visitors can find, best first; at most mostFound of the best placed. The gram index names the
 * candidates without opening a text; only where a word is longer than a gram are the texts of those read.
 */
export async function findMatches(db: Db, sought: Sought): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${matchesSql(sought)}`.execute(db)
  return rows.map((row) => row.id)
}

function matchesSql({ words, categoryId, order }: Sought) {
  const grams = [...new Set(words.flatMap(gramsNeeded))]
  const long = words.filter(needsReading).map(containing)
  const inTitle = sql<SqlBool>`found.title like all (${words.map(containing)}::text[])`
  const inCategory = categoryId === undefined ? sql`` : sql`and poster.category_id = ${categoryId}`
  const first = order === 'RELEVANCE' ? inTitle : sql`poster.pinned`
  return sql<{ id: string }>`
    with candidate as materialized (
      select poster.id, poster.publish_at, ${first} as foremost
      from search_candidates(${grams}::text[]) as found join poster on poster.id = found.poster_id
      where ${visible} ${inCategory}
      order by foremost desc, publish_at desc, poster.id desc
      limit ${mostFound})
    select candidate.id from candidate
    ${long.length === 0 ? sql`` : sql`join poster_search as found on found.poster_id = candidate.id where found.content like all (${long}::text[])`}
    order by candidate.foremost desc, candidate.publish_at desc, candidate.id desc`
}

/** The words behind the hits of one page, to cut pieces from. */
export function findBodies(db: Db, ids: string[]) {
  return db
    .selectFrom('poster')
    .innerJoin('posterRevision as revision', (join) =>
      join
        .onRef('revision.posterId', '=', 'poster.id')
        .onRef('revision.no', '=', 'poster.publishedNo'),
    )
    .select(['poster.id', sql<string>`left(revision.body_text, ${searchedLength})`.as('bodyText')])
    .where('poster.id', 'in', ids)
    .execute()
}
