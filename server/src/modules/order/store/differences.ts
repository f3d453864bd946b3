import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export type Difference = NonNullable<Awaited<ReturnType<typeof findDifference>>>
export type DifferenceKind = Difference['kind']

/** The difference of a day whose bill is empty, and our books are not: it is about no single payment. */
export function isWholeDay(
  difference: Pick<Difference, 'kind' | 'orderNo' | 'day'>,
): difference is typeof difference & { day: string } {
  const { kind, orderNo, day } = difference
  return kind === 'NOT_AT_CHANNEL' && orderNo === null && day !== null
}

/** In whatever state. */
export function findDifference(db: Db, id: string) {
  return db.selectFrom('moneyDifference').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Puts something on the worklist, once; what had healed and is there again opens again, and a notification that tells something else.
 * Of a refund made elsewhere that is open, a later word stands: it was stuck, and is given.
 * @returns whether it is news
 */
export async function reportDifference(
  db: Db,
  found: {
    kind: DifferenceKind
    subject: string
    channel: string | null
    orderNo: string | null
    detail: Record<string, unknown>
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('moneyDifference')
    .values({ ...found, state: 'OPEN', detail: JSON.stringify(found.detail) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({
          state: 'OPEN',
          ...{ resolvedAt: null, resolvedBy: null, resolution: null },
          foundAt: sql`app_now()`,
          detail: sql`excluded.detail`,
        })
        .where(
          sql<boolean>`money_difference.state = 'HEALED'
            or (money_difference.kind = 'NOTIFICATION'
                or money_difference.kind = 'REFUND_UNKNOWN' and money_difference.state = 'OPEN')
              and money_difference.detail <> excluded.detail`,
        ),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Books and channel agree again, without anybody's doing. */
export async function healDifference(
  db: Db,
  which: { kind: DifferenceKind; subject: string },
): Promise<void> {
  await db
    .updateTable('moneyDifference')
    .set({ state: 'HEALED', resolvedAt: sql`app_now()` })
    .where('kind', '=', which.kind)
    .where('subject', '=', which.subject)
    .where('state', '=', 'OPEN')
    .execute()
}

/**
 * A refund that was stuck goes on at its channel: it can be given back otherwise no more, also where somebody has ended the difference by
 * hand meanwhile – having paid in what was missing. Their words stay in the audit log.
 */
export async function healStuck(tx: Tx, refundNo: string): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ state: 'HEALED', resolvedBy: null, resolution: null, resolvedAt: sql`app_now()` })
    .where('kind', '=', 'REFUND_STUCK')
    .where('subject', '=', refundNo)
    .where('state', '<>', 'HEALED')
    .execute()
}

/** By a member of staff, with their words; what healed by itself is healDifference's. */
export async function resolveDifference(
  tx: Tx,
  id: string,
  by: string,
  resolution: string,
): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ state: 'RESOLVED', resolvedBy: by, resolution, resolvedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** The oldest open one that asking the channel may settle and that was not tried in the last hour; noted as tried now. */
export async function claimHealable(db: Db): Promise<Difference | undefined> {
  const { rows } = await sql<Difference>`
    update money_difference set tried_at = app_now() where id = (
      select id from money_difference where state = 'OPEN' and kind in ('NOT_BOOKED', 'REFUND_NOT_BOOKED')
        and (tried_at is null or tried_at < app_now() - interval '1 hour')
      order by found_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Every fault of today's books goes to the worklist. @returns how many there are; null: this day was checked before */
export async function checkMoney(tx: Tx, hour: number): Promise<number | null> {
  const { rows } = await sql<{ faults: number }>`
    with begun as (
      insert into money_check (day, orders, faults)
      select shanghai_date(app_now()), (select count(*) from orders), 0
      where extract(hour from app_now() at time zone 'Asia/Shanghai') >= ${hour}
        -- asked every minute: all orders are counted in the one that checks
        and not exists (select from money_check where day = (select shanghai_date(app_now())))
      on conflict do nothing returning day),
    fault (subject, order_no, detail) as (
      select order_no, order_no, jsonb_build_object('rule', order_fault.fault) from order_fault, begun
        where order_fault.fault is not null
      union all
      select sign.id::text, null, jsonb_build_object('rule', 'paid sign without its money') from sign, begun
        where paid_at is not null and refunded_at is null
          -- an employer's order stays paid when this one's line went back: only what is kept of it pays a sign
          and not exists (select from kept_line where kept_line.sign_id = sign.id)),
    told as (
      insert into money_difference (kind, subject, order_no, detail)
      select 'RULE', subject, order_no, detail from fault
      order by subject
      -- what somebody has ended is told once; another fault of the same order is another story
      on conflict (kind, subject) do update set state = 'OPEN', resolved_at = null, resolved_by = null, resolution = null,
        found_at = app_now(), detail = excluded.detail where money_difference.detail <> excluded.detail)
    select (select count(*) from fault)::int as faults from begun`.execute(tx)
  const faults = rows[0]?.faults
  if (faults === undefined) return null
  await tx
    .updateTable('moneyCheck')
    .set({ faults })
    .where('day', '=', sql<string>`shanghai_date(app_now())`)
    .execute()
  return faults
}
