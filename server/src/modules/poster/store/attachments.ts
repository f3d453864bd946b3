import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Every attachment an item ever had, and whether a published item shows it now, this one or another. */
export async function listAttachments(
  tx: Tx,
  posterId: string,
): Promise<{ fileId: string; shown: boolean }[]> {
  const { rows } = await sql<{ fileId: string; shown: boolean }>`
    with own as (
      select distinct attachment ->> 'fileId' as id
      from poster_revision revision, jsonb_array_elements(revision.content -> 'attachments') as attachment
      where revision.poster_id = ${posterId})
    select own.id as "fileId", exists (
      select from poster join poster_revision revision
        on revision.poster_id = poster.id and revision.no = poster.published_no
      where poster.withdrawn_at is null
        and revision.content -> 'attachments' @> jsonb_build_array(jsonb_build_object('fileId', own.id))) as shown
    from own`.execute(tx)
  return rows
}
