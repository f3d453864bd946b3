import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export interface ConsentRow {
  channel: string
  address: string | null
  agreedAt: Date
}

/** One per channel at most; `address` is null where the channel has its own (the phone). */
export function listConsents(db: Db, studentId: string): Promise<ConsentRow[]> {
  return db
    .selectFrom('messageConsent')
    .select(['channel', 'address', 'agreedAt'])
    .where('studentId', '=', studentId)
    .execute()
}

/** The same again changes nothing. @returns whether there is a new consent, or another address */
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

/** Takes consents back, and with each what waits to be sent; the students are locked. @returns how many there were */
export async function endConsents(
  tx: Tx,
  studentIds: readonly string[],
  channels: readonly string[],
): Promise<number> {
  // a message that is being written holds the consent: it is waited for, and found below
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
    from held where (delivery.message_id, delivery.channel) = (held.message_id, held.channel)`.execute(
    tx,
  )
  await sql`
    delete from message_consent where student_id = any(${studentIds}::uuid[]) and channel = any(${channels}::text[])`.execute(
    tx,
  )
  return rows.length
}
