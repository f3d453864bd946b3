import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import type { NewMessage } from '../store.ts'

/** Whom a plan or a course concerns, by its id. */
export type Audience = 'PLAN_PAID' | 'PLAN_UNPAID' | 'COURSE_UNFINISHED'

export interface Announcement extends Pick<NewMessage, 'kind' | 'title' | 'body'> {
  audience: Audience
  audienceId: string
  link: string
}

export async function insertAnnouncement(tx: Tx, row: Announcement): Promise<void> {
  await tx.insertInto('messageAnnouncement').values(row).execute()
}

/** Those that somebody is still to be told of, oldest first; what the job failed at waits for its next try. */
export async function listOpenAnnouncements(db: Db, job: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messageAnnouncement')
    .select('id')
    .where('doneAt', 'is', null)
    .where(isNotPostponed(job, sql`message_announcement.id`))
    .orderBy('madeAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** undefined: another process is at it, or has ended it. */
export function claimAnnouncement(tx: Tx, id: string) {
  return tx
    .selectFrom('messageAnnouncement')
    .selectAll()
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimAnnouncement>>>

/** The students of each audience when it was announced: who came later has read it on the pages. */
const audiences: Record<Audience, (of: Claimed) => RawBuilder<unknown>> = {
  PLAN_PAID: ({ audienceId, madeAt }) => sql`
    select student_id from sign where plan_id = ${audienceId} and paid_at <= ${madeAt} and refunded_at is null`,
  PLAN_UNPAID: ({ audienceId }) => sql`
    select student_id from sign where plan_id = ${audienceId} and paid_at is null`,
  COURSE_UNFINISHED: ({ audienceId, madeAt }) => sql`
    select chosen.student_id from sign_course chosen
    join sign on sign.id = chosen.sign_id and sign.paid_at <= ${madeAt} and sign.refunded_at is null
    join plan on plan.id = sign.plan_id and plan.study_end_at > ${madeAt}
    where chosen.course_version_id in (select id from course_version where course_id = ${audienceId})
      and not exists (select from attempt where sign_course_id = chosen.id and passed and voided_at is null)`,
}

/** The next students who are to be told, in the order of their ids. */
export async function listAudience(tx: Tx, of: Claimed, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct student.id from (${audiences[of.audience as Audience](of)}) concerned (student_id)
    join student on student.id = concerned.student_id and student.closed_at is null
    where ${of.toldTo}::uuid is null or student.id > ${of.toldTo}::uuid
    order by student.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @param toldTo the last of a batch; null: nobody is left */
export async function advanceAnnouncement(
  tx: Tx,
  id: string,
  toldTo: string | null,
): Promise<void> {
  await tx
    .updateTable('messageAnnouncement')
    .set(toldTo ? { toldTo } : { doneAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}
