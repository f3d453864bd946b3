import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { asContent, type PosterContent } from '../content.ts'
import { personName } from './person-name.ts'

export interface NewRevision {
  posterId: string
  no: number
  content: PosterContent
  bodyText: string
  savedBy: string
  restoredFrom?: number
}

/** Adds a revision with the files it shows, for good. */
export async function insertRevision(tx: Tx, { content, ...row }: NewRevision): Promise<void> {
  await tx
    .insertInto('posterRevision')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
  const { posterId, no } = row
  await sql`insert into poster_file (file_id, poster_id, no)
    select unnest(files_of(content)), poster_id, no from poster_revision
    where poster_id = ${posterId} and no = ${no}`.execute(tx)
}

/** The files that a revision shows: those it names, and those of its text. */
export async function listFiles(db: Db, posterId: string, no: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posterFile')
    .select('fileId')
    .where('posterId', '=', posterId)
    .where('no', '=', no)
    .execute()
  return rows.map(({ fileId }) => fileId)
}

/** One revision of an item. */
export async function findRevision(db: Db, posterId: string, no: number) {
  const row = await db
    .selectFrom('posterRevision')
    .select(['content', 'bodyText', 'savedAt'])
    .where('posterId', '=', posterId)
    .where('no', '=', no)
    .executeTakeFirst()
  return row && { ...row, content: asContent(row.content) }
}

/** True when that revision holds exactly this. */
export async function revisionEquals(
  tx: Tx,
  posterId: string,
  no: number,
  content: PosterContent,
): Promise<boolean> {
  const row = await tx
    .selectFrom('posterRevision')
    .select('no')
    .where('posterId', '=', posterId)
    .where('no', '=', no)
    .where('content', '=', sql<string>`${JSON.stringify(content)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first. */
export function listRevisions(db: Db, posterId: string) {
  return db
    .selectFrom('posterRevision as revision')
    .select(['revision.no', 'revision.title', 'revision.savedAt', 'revision.restoredFrom'])
    .select(personName('revision.savedBy').as('savedBy'))
    .where('posterId', '=', posterId)
    .orderBy('no', 'desc')
    .execute()
}
