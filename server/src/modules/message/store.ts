import { sql } from 'kysely'
import { countOf } from '../../platform/db/count.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type Paging, pageOf } from '../../platform/db/page.ts'
import { isNotPostponed } from '../../platform/db/sweep-failures.ts'
import { insertWithDeliveries } from './store/outbox.ts'

/** Something a student is told of. */
export interface NewMessage {
  studentId: string
  kind: 'PAYMENT' | 'INVOICE' | 'REVIEW' | 'PROOF' | 'DEADLINE' | 'ACCOUNT' | 'COURSE'
  /** what happened, by name (`order.paid:2026…`): a student is told of it once */
  event: string
  title: string
  body: string
  /** a page of the portal */
  link: string | null
  /** goes with it by e-mail: a file that is kept for good */
  fileId?: string
}

/**
 * Those whose event the student has not been told of yet. What concerns an account that was merged is told the one that goes on. An
 * account that was erased is told nothing: one that is being erased is waited for. Accounts are shared in the order of decision 049.
 */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const of = <Key extends keyof NewMessage>(key: Key) => messages.map((message) => message[key])
  await insertWithDeliveries(
    tx,
    sql`
    insert into message (student_id, kind, event, title, body, link, file_id)
    select student.id, told.kind, told.event, told.title, told.body, told.link, told.file_id from unnest(${of('studentId')}::uuid[], ${of('kind')}::text[], ${of('event')}::text[],
      ${of('title')}::text[], ${of('body')}::text[], ${of('link')}::text[],
      ${messages.map(({ fileId }) => fileId ?? null)}::uuid[]) as told (student_id, kind, event, title, body, link, file_id)
      join student on student.id = account_going_on(told.student_id) and student.erased_at is null
    order by student.id, told.event for key share of student
    on conflict (student_id, event) do nothing`,
  )
}

/** What one account has not read yet, for the account that goes on in its place; nothing of it is sent outside again. */
export async function passOnUnread(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into message (student_id, kind, event, title, body, link, file_id, plan_id, created_at)
    select ${to}::uuid, kind, event, title, body, link, file_id, plan_id, created_at
    from message where student_id = ${from} and read_at is null
    order by event
    on conflict (student_id, event) do nothing`.execute(tx)
}

/** A page, newest first; `total` of all, or of the unread ones. */
export function listMessages(
  db: Db,
  { studentId, unread, ...paging }: Paging & { studentId: string; unread: boolean },
) {
  let query = db.selectFrom('message').where('studentId', '=', studentId)
  if (unread) query = query.where('readAt', 'is', null)
  const rows = query
    .leftJoin('plan', 'plan.id', 'message.planId')
    .select(['message.id', 'kind', 'message.title', 'body', 'link', 'message.createdAt', 'readAt'])
    .select(['plan.year', 'plan.studyEndAt', sql<Date>`app_now()`.as('now')])
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
  return pageOf(rows, paging)
}

/** What the bell shows. */
export function countUnread(db: Db, studentId: string): Promise<number> {
  return countOf(
    db.selectFrom('message').where('studentId', '=', studentId).where('readAt', 'is', null),
  )
}

/** Only whose it is, and since when it is read (null: it is not). */
export function findMessage(db: Db, id: string) {
  return db
    .selectFrom('message')
    .select(['id', 'studentId', 'readAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The first time stays. */
export async function setRead(db: Db, id: string): Promise<void> {
  await db
    .updateTable('message')
    .set({ readAt: sql`app_now()` })
    .where('id', '=', id)
    .where('readAt', 'is', null)
    .execute()
}

/** @returns how many were unread */
export async function setAllRead(db: Db, studentId: string, before: string): Promise<number> {
  // the time as exact as the page that was read has it
  const { numAffectedRows } = await sql`
    with held as (
      select id from message where student_id = ${studentId} and read_at is null
        and date_trunc('milliseconds', created_at) <= ${before}
      order by id for no key update)
    update message set read_at = app_now() from held where message.id = held.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** days before the last day of study on which whoever is not complete is reminded */
const reminders = [30, 7, 1]
const lastDay = sql`shanghai_date(plan.study_end_at - interval '1 microsecond')`

/** The plans whose study still goes on, and whose last day is as near as the first of the marks; what the job failed at waits for its next try. */
export async function listEndingPlans(db: Db, job: string): Promise<string[]> {
  const rows = await db
    .selectFrom('plan')
    .select('id')
    // nobody has to complete a trial
    .where('trial', '=', false)
    .where('studyEndAt', '>', sql<Date>`(select app_now())`)
    .where(lastDay, '<=', sql`(select shanghai_date(app_now())) + ${Math.max(...reminders)}::int`)
    .where(isNotPostponed(job, sql`plan.id`))
    .orderBy('studyEndAt')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Tells everybody who paid for a plan's year and was not refunded, has no proof of it, and whose last day of study is so few days of the calendar
 * away, once for each of the marks. Whose proof staff revoked is left out while the hours are not what is missing. Whoever pays long after a mark
 * is told at once. A later end of study begins anew. What it says is worded when it is read (`reminderText`); what is written here stands in the
 * copy of one's data. Accounts are shared in the order of decision 049.
 */
export async function insertReminders(tx: Tx, planId: string): Promise<void> {
  await insertWithDeliveries(
    tx,
    sql`
    insert into message (student_id, kind, event, title, body, link, plan_id)
    select sign.student_id, 'DEADLINE', 'deadline:' || plan.id || ':' || ${lastDay} || ':' || mark.days,
      plan.year || ' 年度学习截止提醒',
      '学习与考试的最后一天是 ' || ${lastDay} || '。本提醒发出时，您的学时还没有达到要求。',
      '/system/my-courses/' || sign.id, plan.id
    from plan
    cross join lateral (
      select min(days) as days from unnest(${reminders}::int[]) as marks (days)
      where ${lastDay} <= shanghai_date(app_now()) + days
    ) as mark
    join sign on sign.plan_id = plan.id and sign.paid_at is not null and sign.refunded_at is null
    join student on student.id = sign.student_id and student.closed_at is null
    where plan.id = ${planId} and mark.days is not null and plan.study_end_at > (select app_now())
      and not exists (select from proof where proof.student_id = sign.student_id and proof.year = plan.year
        and (proof.revoked_at is null or proof.held and (
          select coalesce(sum(hours) filter (where subject = 'PROFESSIONAL'), 0) >= plan.required_professional
            and coalesce(sum(hours) filter (where subject = 'PUBLIC'), 0) >= plan.required_public
          from hours_ledger where hours_ledger.student_id = sign.student_id and hours_ledger.year = plan.year)))
    order by sign.student_id
    on conflict (student_id, event) do nothing`,
  )
}

/**
 * Tells whose account was locked by wrong passwords within the last hour: once a day, or somebody who tries all day would bury the rest. By a job,
 * for a lock of a name that nobody has takes the same time.
 */
export async function insertLockMessages(tx: Tx): Promise<void> {
  await insertWithDeliveries(
    tx,
    sql`
    insert into message (student_id, kind, event, title, body, link)
    select distinct student.id, 'ACCOUNT', 'account.locked:' || shanghai_date(log.at), '账号曾被暂时锁定',
      shanghai_date(log.at) || ' 有人连续输错您的登录密码，账号被暂时锁定，稍后会自动解除。如果不是您本人操作，请尽快修改密码。',
      '/system/profile?activeName=2'
    from security_log log join student on student.id = log.student_id and student.closed_at is null
    where log.event = 'ACCOUNT_LOCKED' and log.at > (select app_now()) - interval '1 hour'
    order by student.id
    on conflict (student_id, event) do nothing`,
  )
}

/** All that these students were told. @returns how many */
export async function forgetMessages(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (select id from message where student_id = any(${[...studentIds]}::uuid[]) order by id for update)
    delete from message using held where message.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Those told so long ago, read or not. @returns how many, `limit` at most */
export async function forgetOldMessages(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from message where created_at < (select app_now()) - interval '1 day' * ${days}::int
      order by created_at limit ${limit} for update skip locked)
    delete from message using old where message.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
