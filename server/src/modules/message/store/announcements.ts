import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { NewMessage } from '../store.ts'

export type AnnouncementAudience = 'PLAN_PAID' | 'PLAN_UNPAID' | 'COURSE_UNFINISHED' | 'TEXT_READERS' | 'TEXT_TOLD'

export interface Announcement extends Pick<NewMessage, 'kind' | 'title' | 'body'> {
  audience: AnnouncementAudience
  audienceId: string
  link: string
}

export async function insertAnnouncement(tx: Tx, row: Announcement): Promise<void> {
  await tx.insertInto('messageAnnouncement').values(row).execute()
}

/**
 * Ends announcements that are not delivered to all students yet. If a batch is being delivered, this function waits for
 * its end.
 */
export async function endAnnouncements(
  tx: Tx,
  { audience, audienceId }: Pick<Announcement, 'audience' | 'audienceId'>,
): Promise<void> {
  await tx
    .updateTable('messageAnnouncement')
    .set({ doneAt: sql<Date>`app_now()` })
    .where('audience', '=', audience)
    .where('audienceId', '=', audienceId)
    .where('doneAt', 'is', null)
    .execute()
}

/** An announcement that failed in this job waits for its next try. */
export async function listOpenAnnouncements(db: Db, job: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messageAnnouncement')
    .select('id')
    .where('doneAt', 'is', null)
    .where(isNotPostponedSql(job, sql`message_announcement.id`))
    .orderBy('madeAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns undefined if another process holds the announcement or has ended it. */
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

const accounts = ({ toldTo }: Claimed, limit: number, which: RawBuilder<unknown>) => sql`
  (select student.id from student join site_text text on ${which}
  where closed_at is null and (${toldTo}::uuid is null or student.id > ${toldTo}::uuid)
  order by student.id limit ${limit})`

const hasAccepted = sql`exists (select from agreement
  where student_id = student.id and document = text.kind and agreement.version = text.version and way is not null)`

/** An announcement goes only to students who existed at its time. */
const audiences: Record<AnnouncementAudience, (of: Claimed, limit: number) => RawBuilder<unknown>> = {
  PLAN_PAID: ({ audienceId, madeAt }) => sql`
    select student_id from sign where plan_id = ${audienceId}::uuid and paid_at <= ${madeAt} and refunded_at is null`,
  PLAN_UNPAID: ({ audienceId, madeAt }) => sql`
    select student_id from sign where plan_id = ${audienceId}::uuid and created_at <= ${madeAt} and (paid_at is null or paid_at > ${madeAt})`,
  COURSE_UNFINISHED: ({ audienceId, madeAt }) => sql`
    select chosen.student_id from sign_course chosen
    join sign on sign.id = chosen.sign_id and sign.paid_at <= ${madeAt} and sign.refunded_at is null
    join plan on plan.id = sign.plan_id and plan.study_end_at > ${madeAt}
    where chosen.course_version_id in (select id from course_version where course_id = ${audienceId}::uuid)
      and not exists (select from attempt where sign_course_id = chosen.id and passed and voided_at is null)`,
  // Leaves out students who have accepted the legal text already.
  TEXT_READERS: (of, limit) =>
    accounts(
      of,
      limit,
      sql`text.id = ${of.audienceId}::bigint and first_signed_in_at <= ${of.madeAt} and not ${hasAccepted}`,
    ),
  TEXT_TOLD: (of, limit) =>
    accounts(
      of,
      limit,
      sql`text.id = ${of.audienceId}::bigint and (${hasAccepted} or exists (
        select from message join message_announcement told on message.event = 'announcement:' || told.id
        where student_id = student.id and told.audience = 'TEXT_READERS' and told.audience_id = ${of.audienceId}))`,
    ),
}

export async function listNextRecipients(tx: Tx, of: Claimed, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct student.id from (${audiences[of.audience as AnnouncementAudience](of, limit)}) concerned (student_id)
    join student on student.id = concerned.student_id and student.closed_at is null
    where ${of.toldTo}::uuid is null or student.id > ${of.toldTo}::uuid
    order by student.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @param toldTo the last student who got the message; null if all got it */
export async function saveAnnouncementProgress(tx: Tx, id: string, toldTo: string | null): Promise<void> {
  await tx
    .updateTable('messageAnnouncement')
    .set(toldTo ? { toldTo } : { doneAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}
