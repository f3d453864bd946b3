import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/**
 * Finds a capture from `early` seconds before it is due until `late` seconds after the end of the attempt; outages do
 * not count.
 */
export function findCapture(db: Db, attemptId: string, no: number, limits: { early: number; late: number }) {
  return db
    .selectFrom('capture')
    .innerJoin('attempt', 'attempt.id', 'capture.attemptId')
    .select([
      'attempt.consentVersion',
      'capture.fileId',
      'capture.failure',
      'capture.receivedAt',
      sql<boolean>`app_now() between due_at - interval '1 second' * ${limits.early}
        and coalesce(submitted_at, deadline) + interval '1 second' * ${limits.late} + exam_given_back(attempt.id, deadline)`.as(
        'inTime',
      ),
    ])
    .where('capture.attemptId', '=', attemptId)
    .where('capture.no', '=', no)
    .executeTakeFirst()
}

export async function insertCaptures(tx: Tx, further: { attemptId: string; dueAt: Date }[]): Promise<void> {
  const ids = further.map(({ attemptId }) => attemptId)
  const times = further.map(({ dueAt }) => dueAt)
  await sql`
    insert into capture (attempt_id, no, due_at)
    select further.attempt_id, sat.last + row_number() over (partition by further.attempt_id order by further.due_at), further.due_at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as further (attempt_id, due_at)
    cross join lateral (
      select coalesce(max(no), 0) as last from capture where capture.attempt_id = further.attempt_id
    ) sat`.execute(tx)
}

/** The count includes the first capture; attempts without captures are missing in the result. */
export async function countCaptures(tx: Tx, attemptIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('capture')
    .select(['attemptId', sql<number>`count(*)::int`.as('count')])
    .where('attemptId', '=', sql<string>`any(${[...attemptIds]}::uuid[])`)
    .groupBy('attemptId')
    .execute()
  return new Map(rows.map(({ attemptId, count }) => [attemptId, count]))
}

/**
 * Returns false when the capture was already received. A picture later than `prompt` seconds, or identical to another,
 * is marked as doubtful; outages do not count. @throws 23505 when the picture serves another capture
 */
export async function setCaptureReceived(
  tx: Tx,
  attemptId: string,
  no: number,
  what: { fileId: string | null; failure: string | null; camera: string | null },
  prompt: number,
): Promise<boolean> {
  const { fileId } = what
  const doubt = sql<string | null>`case
    when exists (
      select from file mine join file other on other.owner_id = mine.owner_id and other.purpose = mine.purpose
        and other.sha256 = mine.sha256 and other.id <> mine.id
      join capture on capture.file_id = other.id
      where mine.id = ${fileId}::uuid) then 'REPEATED'
    when ${fileId}::uuid is not null and app_now() > interval '1 second' * ${prompt} + greatest(due_at, (
      select max(away.at) from exam_time_credit away where away.attempt_id = capture.attempt_id
        and due_at between away.at - interval '1 second' * (away.seconds + ${prompt}) and away.at)) then 'LATE' end`
  const result = await tx
    .updateTable('capture')
    .set({ ...what, doubt, receivedAt: sql`app_now()` })
    .where('attemptId', '=', attemptId)
    .where('no', '=', no)
    .where('receivedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function countComparablePictures(
  db: Db,
  attemptId: string,
): Promise<{ photo: boolean; captures: number }> {
  const row = await db
    .selectFrom('attempt')
    .innerJoin('student', 'student.id', 'attempt.studentId')
    .select([
      sql<boolean>`exists (select from file where file.id = student.avatar_file_id and deleted_at is null)`.as('photo'),
      sql<number>`(select count(*)::int from capture join file on file.id = capture.file_id
        where capture.attempt_id = attempt.id and deleted_at is null)`.as('captures'),
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
  return row ?? { photo: false, captures: 0 }
}

export interface ReviewReasonCount {
  attemptId: string
  reason: 'MANUAL' | 'SEALED' | 'FAILED' | 'MISSING' | 'LATE' | 'REPEATED'
  count: number
}

export async function listReviewReasons(db: Db, signCourseId: string): Promise<ReviewReasonCount[]> {
  const { rows } = await sql<ReviewReasonCount>`
    with flagged as (
      select id, mode, submitted_by, submitted_at from attempt
      where sign_course_id = ${signCourseId} and review and submitted_at is not null)
    select id as attempt_id, 'MANUAL' as reason, 0 as count from flagged where mode = 'MANUAL'
    union all select id, 'SEALED', 0 from flagged where submitted_by = 'SEALED'
    union all select id, found.reason, count(*)::int from flagged
      join capture on capture.attempt_id = flagged.id
      cross join lateral (select case when doubt is not null then doubt
        when file_id is null and failure is not null then 'FAILED'
        when file_id is null and due_at < submitted_at then 'MISSING' end as reason) found
      where found.reason is not null group by id, found.reason
    order by attempt_id, reason`.execute(db)
  return rows
}
