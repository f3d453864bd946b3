import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { maxDeliveryTries, retryPauseMinutes } from '../compose.ts'

export const maxListedDeliveryDays = 7

const recent = sql`queued_at > (select app_now()) - interval '1 day' * ${sql.lit(maxListedDeliveryDays)}`

/** Messages older than this are no longer sent. */
const freshFor = sql`interval '1 day'`

/**
 * Two statements are needed, because students must be locked before their consents. @param insert the statement that
 * inserts the messages
 */
export async function insertMessagesWithDeliveries(tx: Tx, insert: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`${insert} returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into message_delivery (message_id, student_id, channel)
    select message.id, message.student_id, consent.channel
    from message join message_consent consent on consent.student_id = message.student_id
    where message.id = any(${rows.map(({ id }) => id)}::uuid[])
    order by consent.student_id, consent.channel for key share of consent`.execute(tx)
}

export interface DeliveryClaim {
  messageId: string
  kind: string
  title: string
  body: string
  link: string | null
  reminder: { year: number; studyEndAt: Date } | null
  /** The file that is attached to the e-mail. */
  fileId: string | null
  to: string
  tries: number
}

interface Due extends Omit<DeliveryClaim, 'reminder'> {
  studentId: string
  year: number | null
  studyEndAt: Date | null
}

/**
 * Schedules the next try before sending, so that only one process sends and a try is repeated after a crash. @returns
 * null if nothing is due, HELD if the student's daily limit is reached
 */
export async function claimNextDelivery(
  tx: Tx,
  channel: string,
  { mostPerDay, night }: { mostPerDay: number; night: boolean },
): Promise<DeliveryClaim | 'HELD' | null> {
  const due = await findDue(tx, channel, night)
  if (!due) return null
  const { studentId, year, studyEndAt, ...claim } = due
  if (due.tries === 0 && (await countToday(tx, studentId, channel)) >= mostPerDay) {
    await sql`
      update message_delivery set next_at = (shanghai_date(app_now()) + 1)::timestamp at time zone 'Asia/Shanghai'
      where message_id = ${due.messageId} and channel = ${channel}`.execute(tx)
    return 'HELD'
  }
  const tries = due.tries + 1
  await sql`
    update message_delivery set tries = ${tries}, tried_at = app_now(),
      next_at = app_now() + interval '1 minute' * ${retryPauseMinutes(tries)}
    where message_id = ${due.messageId} and channel = ${channel}`.execute(tx)
  const reminder = year !== null && studyEndAt ? { year, studyEndAt } : null
  return { ...claim, reminder, tries }
}

/**
 * Locks the consent of the student, so that only one message per student is sent at a time and the daily count is
 * exact.
 */
async function findDue(tx: Tx, channel: string, night: boolean): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select delivery.message_id as "messageId", delivery.student_id as "studentId", delivery.tries,
      message.kind, message.title, message.body, message.link, message.file_id as "fileId", coalesce(consent.address, student.phone) as "to",
      plan.year, plan.study_end_at as "studyEndAt"
    from message_delivery delivery
    join message_consent consent on consent.student_id = delivery.student_id and consent.channel = delivery.channel
    join student on student.id = delivery.student_id and student.closed_at is null
    join message on message.id = delivery.message_id
    left join plan on plan.id = message.plan_id
    where delivery.channel = ${channel} and delivery.state = 'WAITING' and delivery.tries < ${maxDeliveryTries}
      and delivery.next_at <= app_now() and (message.kind <> 'DEADLINE' or not ${night}::boolean)
    order by delivery.next_at limit 1
    for no key update of consent, delivery skip locked`.execute(tx)
  return rows[0]
}

async function countToday(tx: Tx, studentId: string, channel: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message_delivery
    where student_id = ${studentId} and channel = ${channel}
      and tried_at >= shanghai_date(app_now())::timestamp at time zone 'Asia/Shanghai'`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listDeliveries(db: Db, messageIds: string[]) {
  const { rows } = await sql<{
    messageId: string
    channel: 'EMAIL' | 'SMS'
    state: 'WAITING' | 'SENT' | 'FAILED' | 'DROPPED'
    sentAt: Date | null
  }>`
    select message_id as "messageId", channel, state, sent_at as "sentAt" from message_delivery
    where message_id = any(${messageIds}::uuid[]) order by message_id, channel`.execute(db)
  return rows
}

/** A sent message is recorded even if consent was withdrawn meanwhile. */
export async function setDeliverySent(db: Db, messageId: string, channel: string): Promise<void> {
  await sql`
    update message_delivery set state = 'SENT', sent_at = app_now(), reason = null
    where message_id = ${messageId} and channel = ${channel} and state <> 'SENT'`.execute(db)
}

/** A delivery ends after its last try or a permanent refusal. */
export async function setDeliveryFailed(
  db: Db,
  { messageId, tries }: Pick<DeliveryClaim, 'messageId' | 'tries'>,
  channel: string,
  { reason, forGood }: { reason: string; forGood: boolean },
): Promise<void> {
  await sql`
    update message_delivery set reason = ${reason}, state = ${forGood || tries >= maxDeliveryTries ? 'FAILED' : 'WAITING'}
    where message_id = ${messageId} and channel = ${channel} and state = 'WAITING' and tries = ${tries}`.execute(db)
}

/** Also ends deliveries whose process crashed during the last try. */
export async function expireDeliveries(db: Db): Promise<void> {
  await sql`
    with held as (
      select message_id, channel from message_delivery where state = 'WAITING'
        and (queued_at < app_now() - ${freshFor} or tries >= ${maxDeliveryTries} and next_at <= app_now())
      order by message_id, channel for no key update skip locked)
    update message_delivery delivery
    set state = 'FAILED', reason = coalesce(reason, case when tries = 0 then 'TOO_LATE' else 'NO_ANSWER' end)
    from held where (delivery.message_id, delivery.channel) = (held.message_id, held.channel)`.execute(db)
}

/** @returns how many deliveries were deleted, at most `limit` */
export async function forgetOldDeliveries(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select message_id, channel from message_delivery
      where state <> 'WAITING' and queued_at < (select app_now()) - interval '1 day' * ${days}::int
      order by queued_at limit ${limit} for update skip locked)
    delete from message_delivery delivery using old
    where (delivery.message_id, delivery.channel) = (old.message_id, old.channel)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

interface ChannelFigures {
  channel: string
  waiting: number
  oldestAt: Date | null
  sent: number
  failed: number
  dropped: number
}

/** Counts deliveries of the last `maxListedDeliveryDays` days. */
export async function countDeliveries(db: Db): Promise<ChannelFigures[]> {
  const { rows } = await sql<ChannelFigures>`
    select channel, count(*) filter (where state = 'WAITING')::int as waiting,
      min(queued_at) filter (where state = 'WAITING') as "oldestAt",
      count(*) filter (where state = 'SENT')::int as sent, count(*) filter (where state = 'FAILED')::int as failed,
      count(*) filter (where state = 'DROPPED')::int as dropped
    from message_delivery where ${recent} group by channel`.execute(db)
  return rows
}

export async function listDeliveryFailures(db: Db) {
  const { rows } = await sql<{ channel: string; reason: string; count: number; latestAt: Date }>`
    select channel, reason, count(*)::int as count, max(coalesce(tried_at, queued_at)) as "latestAt"
    from message_delivery where ${recent} and state = 'FAILED'
    group by channel, reason order by channel, count(*) desc, reason limit 100`.execute(db)
  return rows
}

/** Skips students without consent. @returns how many deliveries wait again */
export async function requeueDeliveries(tx: Tx, channel: string, reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with agreed as (
      select delivery.message_id from message_delivery delivery
      join message_consent consent on consent.student_id = delivery.student_id and consent.channel = delivery.channel
      where delivery.channel = ${channel} and delivery.state = 'FAILED' and delivery.reason = ${reason} and ${recent}
      order by consent.student_id for key share of consent
    ), held as (
      select delivery.message_id from message_delivery delivery join agreed using (message_id)
      where delivery.channel = ${channel} and delivery.state = 'FAILED'
      order by delivery.message_id for no key update of delivery
    )
    update message_delivery delivery
    set state = 'WAITING', tries = 0, tried_at = null, reason = null, queued_at = app_now(), next_at = app_now()
    from held where delivery.message_id = held.message_id and delivery.channel = ${channel}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
