import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

const isKept = sql<boolean>`deleted_at is null and (delete_due_at is null or delete_due_at > (select app_now()))`

export function listFilesToMove(db: Db, afterId: string | null, limit: number) {
  return db
    .selectFrom('file')
    .select(['id', 'storageKey', 'size', 'sha256'])
    .where(isKept, '=', true)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function isFileKept(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('file').select('id').where('id', '=', id).where(isKept, '=', true).executeTakeFirst()
  return row !== undefined
}

/** @returns the keys of chunks of unfinished uploads */
export async function listUploadParts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('parts').where('state', '=', 'OPEN').execute()
  return rows.flatMap(({ parts }) => parts)
}
