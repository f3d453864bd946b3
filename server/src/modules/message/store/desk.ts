import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** as far back as staff look, and may send again */
export const deskDays = 7
const recent = sql`queued_at > (select app_now()) - interval '1 day' * ${sql.lit(deskDays)}`

export interface ChannelFigures {
  channel: string
  waiting: number
  oldestAt: Date | null
  sent: number
  failed: number
  dropped: number
}

/** Of the last `deskDays`, by channel; a channel that sent nothing is not among them. */
export async function countDeliveries(db: Db): Promise<ChannelFigures[]> {
  const { rows } = await sql<ChannelFigures>`
    select channel, count(*) filter (where state = 'WAITING')::int as waiting,
      min(queued_at) filter (where state = 'WAITING') as "oldestAt",
      count(*) filter (where state = 'SENT')::int as sent, count(*) filter (where state = 'FAILED')::int as failed,
      count(*) filter (where state = 'DROPPED')::int as dropped
    from message_delivery where ${recent} group by channel`.execute(db)
  return rows
}

/** Of the last `deskDays`, alike ones together; by channel, the commonest first, 100 at most. */
export async function listFailures(db: Db) {
  const { rows } = await sql<{ channel: string; reason: string; count: number; latestAt: Date }>`
    select channel, reason, count(*)::int as count, max(coalesce(tried_at, queued_at)) as "latestAt"
    from message_delivery where ${recent} and state = 'FAILED'
    group by channel, reason order by channel, count(*) desc, reason limit 100`.execute(db)
  return rows
}

/** Puts what failed so back into the queue, as new; whose consent is gone stays as it is. @returns how many */
export async function requeue(tx: Tx, channel: string, reason: string): Promise<number> {
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
    from held where delivery.message_id = held.message_id and delivery.channel = ${channel}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
