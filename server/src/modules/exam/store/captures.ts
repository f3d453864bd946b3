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

/** Further captures, so many seconds after the deadline as it stands: for time that is about to be added. */
export async function addCaptures(tx: Tx, attemptId: string, seconds: number[]): Promise<void> {
  await sql`
    insert into capture (attempt_id, no, due_at)
    select attempt.id, sat.last + plan.no, attempt.deadline + interval '1 second' * plan.seconds
    from attempt
    cross join lateral (select coalesce(max(no), 0) as last from capture where attempt_id = attempt.id) sat
    cross join unnest(${seconds}::int[]) with ordinality as plan (seconds, no)
    where attempt.id = ${attemptId}`.execute(tx)
}

/** How many captures the attempt has, the one at its start included. */
export async function countCaptures(tx: Tx, attemptId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('capture')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attemptId', '=', attemptId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * False when the capture had been received. A picture more than `prompt` seconds after its moment, or with the content of another of the
 * student's captures, is doubtful. @throws 23505 when the picture answers another capture
 */
export async function receiveCapture(
  tx: Tx,
  attemptId: string,
  no: number,
  what: { fileId: string | null; failure: string | null },
  prompt: number,
): Promise<boolean> {
  const { fileId } = what
  const doubt = sql<string | null>`case
    when exists (
      select from file mine join file other on other.owner_id = mine.owner_id and other.purpose = mine.purpose
        and other.sha256 = mine.sha256 and other.id <> mine.id
      join capture on capture.file_id = other.id
      where mine.id = ${fileId}::uuid) then 'REPEATED'
    when ${fileId}::uuid is not null and app_now() > due_at + interval '1 second' * ${prompt} then 'LATE' end`
  const result = await tx
    .updateTable('capture')
    .set({ ...what, doubt, receivedAt: sql`app_now()` })
    .where('attemptId', '=', attemptId)
    .where('no', '=', no)
    .where('receivedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
