import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export interface BillLineRow {
  kind: 'PAYMENT' | 'REFUND'
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  at: Date | null
}

/** The days of a channel (Asia/Shanghai) that are over, hold payments or come after some, and were not compared yet. */
export async function listDaysDue(
  db: Db,
  channel: string,
  { days, hour }: { days: number; hour: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with today as (select shanghai_date(app_now()) as day,
      extract(hour from app_now() at time zone 'Asia/Shanghai') as hour)
    select to_char(due, 'YYYY-MM-DD') as day
    from today, generate_series(greatest(today.day - ${days}::int,
        (select shanghai_date(min(created_at)) from payment where channel = ${channel})),
      today.day - 1, interval '1 day') due
    where (due < today.day - 1 or today.hour >= ${hour})
      and not exists (select from bill where bill.channel = ${channel} and bill.day = due)
    order by due`.execute(db)
  return rows.map(({ day }) => day)
}

/** False: another process was first. */
export async function insertBill(
  tx: Tx,
  channel: string,
  day: string,
  lines: BillLineRow[],
): Promise<boolean> {
  const sumOf = (kind: BillLineRow['kind']) => {
    const some = lines.filter((line) => line.kind === kind)
    return { count: some.length, fen: some.reduce((sum, { amountFen }) => sum + amountFen, 0) }
  }
  const [paid, back] = [sumOf('PAYMENT'), sumOf('REFUND')]
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bill')
    .values({
      channel,
      day,
      payments: paid.count,
      paidFen: paid.fen,
      refunds: back.count,
      refundedFen: back.fen,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  for (let at = 0; at < lines.length; at += 1000)
    await tx
      .insertInto('billLine')
      .values(lines.slice(at, at + 1000).map((line) => ({ ...line, channel, day })))
      .execute()
  return true
}

/** A day's bill against our books, both ways; what differs goes to the worklist, once. */
export async function compareBill(tx: Tx, channel: string, day: string): Promise<void> {
  await sql`
    with line as (select * from bill_line where channel = ${channel} and day = ${day}::date),
    -- a further try of a refund has another number at the channel
    back as (select line.*, regexp_replace(line.number, 'A[0-9]+$', '') as refund_no from line where kind = 'REFUND'),
    found (kind, subject, order_no, detail) as (
      select case when ours.out_trade_no is null then 'UNKNOWN_PAYMENT'
          when ours.amount_fen <> line.amount_fen then 'AMOUNT' else 'NOT_BOOKED' end,
        line.number, ours.order_no, jsonb_build_object('theirs', line.amount_fen, 'ours', ours.amount_fen,
          'status', ours.status, 'transactionId', line.transaction_id)
      from line left join payment ours on ours.out_trade_no = line.number and ours.channel = ${channel}
      where line.kind = 'PAYMENT' and (ours.out_trade_no is null or ours.amount_fen <> line.amount_fen
        or ours.status in ('CREATED', 'CLOSED'))
      union all
      select case when ours.refund_no is null then 'REFUND_UNKNOWN'
          when ours.amount_fen <> back.amount_fen then 'REFUND_AMOUNT' else 'REFUND_NOT_BOOKED' end,
        back.number, paid.order_no, jsonb_build_object('theirs', back.amount_fen, 'ours', ours.amount_fen,
          'status', ours.status, 'outTradeNo', back.out_trade_no)
      from back left join refund ours on ours.refund_no = back.refund_no
        left join payment paid on paid.out_trade_no = back.out_trade_no
      where ours.refund_no is null or ours.amount_fen <> back.amount_fen or ours.status <> 'DONE'
      union all
      select 'NOT_AT_CHANNEL', ours.out_trade_no, ours.order_no, jsonb_build_object('ours', ours.amount_fen,
        'status', ours.status, 'transactionId', ours.transaction_id)
      from payment ours where ours.channel = ${channel} and shanghai_date(ours.paid_at) = ${day}::date
        and not exists (select from bill_line b where b.channel = ${channel} and b.kind = 'PAYMENT'
          and b.number = ours.out_trade_no)
      union all
      select 'REFUND_NOT_AT_CHANNEL', ours.refund_no, paid.order_no, jsonb_build_object('ours', ours.amount_fen,
        'status', ours.status, 'outTradeNo', ours.out_trade_no)
      from refund ours join payment paid using (out_trade_no)
      where paid.channel = ${channel} and shanghai_date(ours.done_at) = ${day}::date
        and not exists (select from bill_line b where b.channel = ${channel} and b.kind = 'REFUND'
          and b.out_trade_no = ours.out_trade_no and regexp_replace(b.number, 'A[0-9]+$', '') = ours.refund_no))
    insert into money_difference (kind, subject, channel, order_no, day, detail)
    select kind, subject, ${channel}, order_no, ${day}::date, jsonb_strip_nulls(detail) from found
    on conflict (kind, subject) do nothing`.execute(tx)
}
