import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Locks the address, so that two requests cannot pass the limit of codes for it at the same time. */
export async function lockEmailAddress(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${address}`}, 0))`.execute(tx)
}

/** Counts the e-mail codes of the last 24 hours. */
export async function countEmailCodes(tx: Tx, studentId: string, address: string) {
  const { rows } = await sql<{ own: number; there: number; secondsAgo: number | null }>`
    select count(*) filter (where student_id = ${studentId})::int as own,
      count(*) filter (where address = ${address})::int as there,
      extract(epoch from app_now() - max(sent_at) filter (where student_id = ${studentId}))::float as "secondsAgo"
    from email_code
    where (student_id = ${studentId} or address = ${address}) and sent_at > app_now() - interval '1 day'`.execute(tx)
  return rows[0] ?? { own: 0, there: 0, secondsAgo: null }
}

/** The table stores only the MAC of the code. */
export async function insertEmailCode(
  tx: Tx,
  code: { id: string; studentId: string; address: string; codeMac: string },
): Promise<void> {
  await tx.insertInto('emailCode').values(code).execute()
}

/** Only the newest code is valid, for five tries within ten minutes. */
export async function spendEmailCodeTry(tx: Tx, studentId: string, address: string) {
  const { rows } = await sql<{ id: string; codeMac: string }>`
    update email_code set tries = tries + 1
    where tries < 5 and sent_at > app_now() - interval '10 minutes' and id = (
      select id from email_code where student_id = ${studentId} and address = ${address}
      order by sent_at desc limit 1 for update)
    returning id, code_mac as "codeMac"`.execute(tx)
  return rows[0]
}

/**
 * Makes the codes invalid, but they still count against the daily limit.
 * @param but an address whose codes stay valid
 */
export async function spendEmailCodes(
  tx: Tx,
  studentIds: readonly string[],
  { but }: { but?: string } = {},
): Promise<void> {
  let codes = tx.updateTable('emailCode').set({ tries: 5 }).where('studentId', 'in', studentIds)
  if (but !== undefined) codes = codes.where('address', '<>', but)
  await codes.execute()
}

export async function forgetOldEmailCodes(db: Db): Promise<void> {
  await sql`
    with old as (
      select id from email_code where sent_at < app_now() - interval '1 day' for update skip locked)
    delete from email_code using old where email_code.id = old.id`.execute(db)
}

/** Deletes the e-mail codes of accounts that are closed. */
export async function forgetEmailCodes(tx: Tx, studentIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('emailCode').where('studentId', 'in', studentIds).execute()
}

interface ConsentRow {
  channel: string
  address: string | null
  agreedAt: Date
}

/** `address` is null for SMS, which uses the account's phone. */
export function listConsents(db: Db, studentId: string): Promise<ConsentRow[]> {
  return db
    .selectFrom('messageConsent')
    .select(['channel', 'address', 'agreedAt'])
    .where('studentId', '=', studentId)
    .execute()
}

/** @returns whether the consent or its address is new */
export async function setConsent(
  tx: Tx,
  consent: { studentId: string; channel: string; address: string | null },
): Promise<boolean> {
  const { studentId, channel, address } = consent
  const { numAffectedRows } = await sql`
    insert into message_consent (student_id, channel, address) values (${studentId}, ${channel}, ${address})
    on conflict (student_id, channel) do update set address = excluded.address, agreed_at = excluded.agreed_at
      where message_consent.address is distinct from excluded.address`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Also cancels waiting deliveries. The caller holds the students' locks. @returns how many consents ended */
export async function endConsents(tx: Tx, studentIds: readonly string[], channels: readonly string[]): Promise<number> {
  // The update waits for transactions that store messages, because they lock the consent.
  const { rows } = await sql`
    select from message_consent where student_id = any(${studentIds}::uuid[]) and channel = any(${channels}::text[])
    order by student_id, channel for update`.execute(tx)
  if (rows.length === 0) return 0
  await sql`
    with held as (
      select message_id, channel from message_delivery
      where student_id = any(${studentIds}::uuid[]) and channel = any(${channels}::text[])
        and state in ('WAITING', 'FAILED')
      order by message_id, channel for no key update)
    update message_delivery delivery set state = 'DROPPED', reason = null
    from held where (delivery.message_id, delivery.channel) = (held.message_id, held.channel)`.execute(tx)
  await sql`
    delete from message_consent where student_id = any(${studentIds}::uuid[]) and channel = any(${channels}::text[])`.execute(
    tx,
  )
  return rows.length
}
