import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

export type MoneyDifferenceRow = NonNullable<Awaited<ReturnType<typeof findMoneyDifference>>>
export type MoneyDifferenceKind = MoneyDifferenceRow['kind']

/** True for the difference of an empty bill, which is about a whole day and not about a single payment. */
export function isWholeDayDifference(
  difference: Pick<MoneyDifferenceRow, 'kind' | 'orderNo' | 'day'>,
): difference is typeof difference & { day: string } {
  const { kind, orderNo, day } = difference
  return kind === 'NOT_AT_CHANNEL' && orderNo === null && day !== null
}

export function findMoneyDifference(db: Db, id: string) {
  return db.selectFrom('moneyDifference').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Inserts a difference once; reopens it when it is back after resolving itself, or when a notification contradicts it.
 * @returns whether it is new
 */
export async function reportDifference(
  db: Db,
  found: {
    kind: MoneyDifferenceKind
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

export async function closeAgreedDifference(
  db: Db,
  which: { kind: MoneyDifferenceKind; subject: string },
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
 * Closes the case of a stuck refund, even if staff have closed it before: the channel is paying the refund, so staff
 * must not pay it outside. The reason that staff gave stays in the audit log.
 */
export async function closeStuckRefundDifference(tx: Tx, refundNo: string): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ state: 'HEALED', resolvedBy: null, resolution: null, resolvedAt: sql`app_now()` })
    .where('kind', '=', 'REFUND_STUCK')
    .where('subject', '=', refundNo)
    .where('state', '<>', 'HEALED')
    .execute()
}

/** Staff close a difference with a reason; closeAgreedDifference closes differences that resolved themselves. */
export async function resolveDifference(tx: Tx, id: string, by: string, resolution: string): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ state: 'RESOLVED', resolvedBy: by, resolution, resolvedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Claims the oldest open difference that a query may resolve and that was not tried in the last hour; marks it as
 * tried.
 */
export async function claimDifferenceToRecheck(db: Db): Promise<MoneyDifferenceRow | undefined> {
  const { rows } = await sql<MoneyDifferenceRow>`
    update money_difference set tried_at = app_now() where id = (
      select id from money_difference where state = 'OPEN' and kind in ('NOT_BOOKED', 'REFUND_NOT_BOOKED')
        and (tried_at is null or tried_at < app_now() - interval '1 hour')
      order by found_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Sign-ups that count as paid, although no money of them is kept: a line that went back pays no sign-up. */
const unpaidSigns = sql`
  select id from sign where paid_at is not null and refunded_at is null
    and not exists (select from kept_line where kept_line.sign_id = sign.id)`

/** @returns number of faults; null when the books were already checked on this day */
export async function recordFaultsOfBooks(tx: Tx, hour: number): Promise<number | null> {
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
      select unpaid.id::text, null, jsonb_build_object('rule', 'paid sign without its money')
        from (${unpaidSigns}) unpaid, begun),
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
  await tx.updateTable('moneyCheck').set({ faults }).where('day', '=', sql<string>`shanghai_date(app_now())`).execute()
  return faults
}

/** Lists the next orders with what is wrong with their money; null for nothing. */
export async function listOrderFaultsAfter(db: Db, after: string, limit: number) {
  const { rows } = await sql<{ orderNo: string; fault: string | null }>`
    select order_no as "orderNo", fault from order_fault where order_no > ${after} order by order_no limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function listSignsWithoutMoney(db: Db, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${unpaidSigns}) unpaid where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
