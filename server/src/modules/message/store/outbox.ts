import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { mostTries, pauseMinutes } from '../pauses.ts'

/** What waited longer than this is old news: it is not sent any more. */
const freshFor = sql`interval '1 day'`

/**
 * Writes messages, and what is to be sent of them: by each channel its student agreed to. A consent that is being taken back is waited for, and
 * then not there. Two statements: the first holds the students, whom everybody locks before their consents.
 * @param insert into message
 */
export async function insertWithDeliveries(tx: Tx, insert: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`${insert} returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into message_delivery (message_id, student_id, channel)
    select message.id, message.student_id, consent.channel
    from message join message_consent consent on consent.student_id = message.student_id
    where message.id = any(${rows.map(({ id }) => id)}::uuid[])
    order by consent.student_id, consent.channel for key share of consent`.execute(tx)
}

/** One try, which is this process's alone. */
export interface Claim {
  messageId: string
  kind: string
  title: string
  body: string
  link: string | null
  /** the plan of a reminder, which is worded when it is sent */
  reminder: { year: number; studyEndAt: Date } | null
  /** what goes with it, by e-mail */
  fileId: string | null
  to: string
  /** this one included */
  tries: number
}

interface Due extends Omit<Claim, 'reminder'> {
  studentId: string
  year: number | null
  studyEndAt: Date | null
}

/**
 * Takes the next message that a channel has to send: its next try is moved on before this one is made, so that nobody makes it at the same
 * time, and a process that dies leaves it to another. @returns null: nothing is due; HELD: this student has had enough for today
 */
export async function claimNext(
  tx: Tx,
  channel: string,
  { mostPerDay, night }: { mostPerDay: number; night: boolean },
): Promise<Claim | 'HELD' | null> {
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
      next_at = app_now() + interval '1 minute' * ${pauseMinutes(tries)}
    where message_id = ${due.messageId} and channel = ${channel}`.execute(tx)
  const reminder = year !== null && studyEndAt ? { year, studyEndAt } : null
  return { ...claim, reminder, tries }
}

/** Of one student one at a time: whoever counts what went out today counts all of it. A reminder waits for the morning in every channel. */
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
    where delivery.channel = ${channel} and delivery.state = 'WAITING' and delivery.tries < ${mostTries}
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

/** What became of these messages outside, channel by channel. */
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

/** Also when the consent was taken back meanwhile: it was sent. */
export async function setSent(db: Db, messageId: string, channel: string): Promise<void> {
  await sql`
    update message_delivery set state = 'SENT', sent_at = app_now(), reason = null
    where message_id = ${messageId} and channel = ${channel} and state <> 'SENT'`.execute(db)
}

/** A try that came to nothing; the last one, or one that was refused for good, ends it. */
export async function setMissed(
  db: Db,
  { messageId, tries }: Pick<Claim, 'messageId' | 'tries'>,
  channel: string,
  { reason, forGood }: { reason: string; forGood: boolean },
): Promise<void> {
  await sql`
    update message_delivery set reason = ${reason}, state = ${forGood || tries >= mostTries ? 'FAILED' : 'WAITING'}
    where message_id = ${messageId} and channel = ${channel} and state = 'WAITING' and tries = ${tries}`.execute(
    db,
  )
}

/** What waited too long, and what a process died with at its last try. */
export async function giveUpOld(db: Db): Promise<void> {
  await sql`
    with held as (
      select message_id, channel from message_delivery where state = 'WAITING'
        and (queued_at < app_now() - ${freshFor} or tries >= ${mostTries} and next_at <= app_now())
      order by message_id, channel for no key update skip locked)
    update message_delivery delivery
    set state = 'FAILED', reason = coalesce(reason, case when tries = 0 then 'TOO_LATE' else 'NO_ANSWER' end)
    from held where (delivery.message_id, delivery.channel) = (held.message_id, held.channel)`.execute(
    db,
  )
}

/** What went out, or did not, so long ago. @returns how many, `limit` at most */
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
