import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** A capture with its time limits: `early` seconds before it is due, `late` after the sitting has ended. */
export function findCapture(
  db: Db,
  attemptId: string,
  no: number,
  limits: { early: number; late: number },
) {
  return db
    .selectFrom('capture')
    .innerJoin('attempt', 'attempt.id', 'capture.attemptId')
    .select([
      'capture.fileId',
      'capture.failure',
      'capture.receivedAt',
      sql<boolean>`app_now() between due_at - interval '1 second' * ${limits.early}
        and coalesce(submitted_at, deadline) + interval '1 second' * ${limits.late}`.as('inTime'),
    ])
    .where('capture.attemptId', '=', attemptId)
    .where('capture.no', '=', no)
    .executeTakeFirst()
}

/** False when the capture had been received. @throws 23505 when the picture answers another capture */
export async function receiveCapture(
  tx: Tx,
  attemptId: string,
  no: number,
  what: { fileId: string | null; failure: string | null },
): Promise<boolean> {
  const result = await tx
    .updateTable('capture')
    .set({ ...what, receivedAt: sql`app_now()` })
    .where('attemptId', '=', attemptId)
    .where('no', '=', no)
    .where('receivedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
