import type { Db } from '../../../platform/db/database.ts'
import { selectKeptFiles } from './missing.ts'

/** @returns false when the file was deleted, or has another content now */
export async function isFileKept(db: Db, { id, storageKey }: { id: string; storageKey: string }): Promise<boolean> {
  const row = await selectKeptFiles(db).where('id', '=', id).where('storageKey', '=', storageKey).executeTakeFirst()
  return row !== undefined
}

/** @returns the keys of chunks of unfinished uploads */
export async function listUploadParts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('parts').where('state', '=', 'OPEN').execute()
  return rows.flatMap(({ parts }) => parts)
}
