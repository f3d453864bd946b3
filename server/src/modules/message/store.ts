import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../platform/db/page.ts'
import { isNotPostponedSql } from '../../platform/db/sweep-failures.ts'
import { insertMessagesWithDeliveries } from './store/outbox.ts'

export interface NewMessage {
  studentId: string
  kind: 'PAYMENT' | 'INVOICE' | 'REVIEW' | 'PROOF' | 'DEADLINE' | 'ACCOUNT' | 'COURSE'
  /** A unique name of the event, such as `order.paid:2026…`. */
  event: string
  title: string
  body: string
  /** Path of a portal page, or null. */
  link: string | null
  /** The file is attached to the e-mail, so it must be a permanent one. */
  fileId?: string
}

/** Messages go to the remaining account after a merge; erased accounts get none. Share locks follow decision 049. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const of = <Key extends keyof NewMessage>(key: Key) => messages.map((message) => message[key])
  await insertMessagesWithDeliveries(
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

/** Copies the unread messages of a merged account to the remaining one. They are not sent by e-mail or SMS again. */
export async function moveUnreadMessages(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into message (student_id, kind, event, title, body, link, file_id, plan_id, created_at)
    select ${to}::uuid, kind, event, title, body, link, file_id, plan_id, created_at
    from message where student_id = ${from} and read_at is null
    order by event
    on conflict (student_id, event) do nothing`.execute(tx)
}

/** `total` counts all messages or only unread ones. */
export function listMessages(
  db: Db,
  { studentId, unread, ...paging }: PageRequest & { studentId: string; unread: boolean },
) {
  let query = db.selectFrom('message').where('studentId', '=', studentId)
  if (unread) query = query.where('readAt', 'is', null)
  const rows = query
    .leftJoin('plan', 'plan.id', 'message.planId')
    .select(['message.id', 'kind', 'message.title', 'body', 'link', 'message.createdAt', 'readAt'])
    .select(['plan.year', 'plan.studyEndAt', sql<Date>`app_now()`.as('now')])
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
  return selectPage(rows, paging)
}

export function countUnreadMessages(db: Db, studentId: string): Promise<number> {
  return countQueryRows(db.selectFrom('message').where('studentId', '=', studentId).where('readAt', 'is', null))
}

export function findMessage(db: Db, id: string) {
  return db.selectFrom('message').select(['id', 'studentId', 'readAt']).where('id', '=', id).executeTakeFirst()
}

/** Reading a message again keeps the first time. */
export async function setMessageRead(db: Db, id: string): Promise<void> {
  await db
    .updateTable('message')
    .set({ readAt: sql`app_now()` })
    .where('id', '=', id)
    .where('readAt', 'is', null)
    .execute()
}

export async function setAllMessagesRead(db: Db, studentId: string, before: string): Promise<number> {
  // Times are compared in milliseconds, because the page knows them only with that precision.
  const { numAffectedRows } = await sql`
    with held as (
      select id from message where student_id = ${studentId} and read_at is null
        and date_trunc('milliseconds', created_at) <= ${before}
      order by id for no key update)
    update message set read_at = app_now() from held where message.id = held.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const reminders = [30, 7, 1]

const lastDay = sql`shanghai_date(plan.study_end_at - interval '1 microsecond')`

/** A plan that failed in this job waits for its next try. */
export async function listPlansNearEnd(db: Db, job: string): Promise<string[]> {
  const rows = await db
    .selectFrom('plan')
    .select('id')
    .where('trial', '=', false)
    .where('studyEndAt', '>', sql<Date>`(select app_now())`)
    .where(lastDay, '<=', sql`(select shanghai_date(app_now())) + ${Math.max(...reminders)}::int`)
    .where(isNotPostponedSql(job, sql`plan.id`))
    .orderBy('studyEndAt')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Reminds paid students without a valid proof, but not those with complete hours whose proof is withheld. When the end
 * of study moves to another day, the reminders start again. The stored text is for the data copy. Share locks follow
 * decision 049.
 */
export async function insertReminders(tx: Tx, planId: string): Promise<void> {
  await insertMessagesWithDeliveries(
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
 * Tells students that their account was locked, at most once a day. A job writes this message, so that a sign-in takes
 * equally long for unknown names.
 */
export async function insertLockMessages(tx: Tx): Promise<void> {
  await insertMessagesWithDeliveries(
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

export async function forgetMessages(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (select id from message where student_id = any(${[...studentIds]}::uuid[]) order by id for update)
    delete from message using held where message.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** @returns how many messages were deleted, at most `limit` */
export async function forgetOldMessages(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from message where created_at < (select app_now()) - interval '1 day' * ${days}::int
      order by created_at limit ${limit} for update skip locked)
    delete from message using old where message.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export function findStudentPhone(db: Db, studentId: string) {
  return db.selectFrom('student').select('phone').where('id', '=', studentId).executeTakeFirst()
}

/** Every action of a student locks the account row (decision 021). */
export function lockAccount(tx: Tx, studentId: string) {
  return tx.selectFrom('student').select('closedAt').where('id', '=', studentId).forUpdate().executeTakeFirst()
}
