import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { hasAnyRow } from '../../../../platform/db/page.ts'
import type { MoneyDifferenceRow } from './differences.ts'

export interface BillLineRow {
  kind: 'PAYMENT' | 'REFUND'
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  at: Date | null
  done?: boolean
}

export interface UnreconciledDay {
  day: string
  /** Time of the next try, or null when the bill is due now. */
  nextAt: Date | null
  /** True when the channel provides its bills at this hour. */
  due: boolean
  /** Result of the last try; it is null before the first. */
  why: BillFailure | null
}

/**
 * A bill is missing because it was not made yet, had no answer, is empty, cut off, wrong in its totals or unreadable.
 */
export type BillFailure = DatabaseSchema['billTry']['why']

/**
 * Lists finished days (Asia/Shanghai) since the first payment that are not reconciled yet. Failed and empty bills are
 * retried an hour later.
 */
export async function listUnreconciledDays(
  db: Db,
  channel: string,
  { days, hour }: { days: number; hour: number },
): Promise<UnreconciledDay[]> {
  const { rows } = await sql<UnreconciledDay>`
    with today as (select shanghai_date(app_now()) as day, app_now() as now),
    first as (select shanghai_date(created_at) as day from payment where channel = ${channel} order by created_at limit 1),
    missing as (
      select to_char(due, 'YYYY-MM-DD') as day, now,
        (due::date + 1 + interval '1 hour' * ${hour}::int) at time zone 'Asia/Shanghai' as due_at
      from today, first, generate_series(greatest(today.day - ${days}::int, first.day), today.day - 1, interval '1 day') due
      where not exists (select from bill where bill.channel = ${channel} and bill.day = due)),
    tried as (
      select missing.*, greatest(due_at, case when empty.state = 'OPEN' then empty.tried_at + interval '1 hour' end,
          case when last.why not in ('NOT_MADE', 'EMPTY') then last.at + interval '1 hour' end) as next_at,
        last.why
      from missing
        left join money_difference empty on empty.kind = ${emptyBillKind} and empty.subject = ${channel} || ' ' || missing.day
        left join bill_try last on last.channel = ${channel} and last.day = missing.day::date)
    select day, case when next_at > now then next_at end as "nextAt", due_at <= now as due, why
    from tried order by day`.execute(db)
  return rows
}

export async function listDaysWithBookedMoney(db: Db, channel: string, from: string): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select to_char(shanghai_date(paid_at), 'YYYY-MM-DD') as day from payment
      where channel = ${channel} and paid_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
    union
    select to_char(shanghai_date(done_at), 'YYYY-MM-DD') from refund join payment using (out_trade_no)
      where channel = ${channel} and done_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** Names a whole day of a channel in differences and audit rows. */
export const channelDaySubjectOf = (channel: string, day: string): string => `${channel} ${day}`

/**
 * The kind of the one difference for a day with an empty bill, so that the day does not get hundreds of differences.
 */
const emptyBillKind = 'NOT_AT_CHANNEL'

export const emptyBillSubjectOf = (channel: string, day: string) =>
  ({
    kind: emptyBillKind,
    subject: channelDaySubjectOf(channel, day),
  }) as const

/** Repeated or alternating results are recorded once per interval. */
const newsEvery = '10 minutes'

/** @returns whether to write a log entry; of two processes only one gets true */
export async function recordBillFailure(tx: Tx, channel: string, day: string, why: BillFailure): Promise<boolean> {
  // An empty bill creates a difference instead of a log entry.
  const news = sql`bill_try.told <> excluded.told
    and (excluded.why = 'EMPTY' or bill_try.told_at < excluded.at - interval '${sql.raw(newsEvery)}')`
  const { rows } = await sql<{ news: boolean }>`
    insert into bill_try (channel, day, at, why, told, told_at)
    select ${channel}, ${day}::date, now, ${why}, ${why}, now from (select app_now() as now) clock
    on conflict (channel, day) do update set at = excluded.at, why = excluded.why,
      told = case when ${news} then excluded.told else bill_try.told end,
      told_at = case when ${news} then excluded.told_at else bill_try.told_at end
    returning told_at = at as news`.execute(tx)
  return rows[0]?.news ?? false
}

/**
 * AGREES: the books have no payments either. DOUBTED: they have payments, and a difference is open. CONFIRMED: staff
 * closed that difference.
 */
export async function evaluateEmptyBill(
  tx: Tx,
  channel: string,
  day: string,
): Promise<'AGREES' | 'DOUBTED' | 'CONFIRMED'> {
  const { rows } = await sql<Pick<MoneyDifferenceRow, 'state'>>`
    with paid as (select count(*) as n, sum(ours.amount_fen) as fen from ${unshownPayments(channel, day)}),
    back as (select count(*) as n, sum(ours.amount_fen) as fen from ${unshownRefunds(channel, day)})
    insert into money_difference (kind, subject, channel, day, tried_at, detail)
    select ${emptyBillKind}, ${channelDaySubjectOf(channel, day)}, ${channel}, ${day}::date, app_now(), jsonb_strip_nulls(jsonb_build_object(
      'payments', paid.n, 'ours', paid.fen, 'refunds', back.n, 'refunded', back.fen))
    from paid, back where paid.n + back.n > 0
    on conflict (kind, subject) do update set tried_at = app_now(),
      detail = case money_difference.state when 'OPEN' then excluded.detail else money_difference.detail end
    returning state`.execute(tx)
  const [doubt] = rows
  if (!doubt) return 'AGREES'
  return doubt.state === 'RESOLVED' ? 'CONFIRMED' : 'DOUBTED'
}

/** Payments in the books (`ours`) that no bill shows. */
const unshownPayments = (channel: string, day: string) => sql`
  payment ours where ours.channel = ${channel} and shanghai_date(ours.paid_at) = ${day}::date
    and not exists (select from bill_line b where b.channel = ${channel} and b.kind = 'PAYMENT'
      and b.number = ours.out_trade_no)`

/** SQL condition: the refund (`ours`) was paid outside the channel, so no bill contains it. */
const givenElsewhere = sql`refund_due_fen(ours.refund_no) = 0`

/** Fen of a refund (`ours`) that is neither paid outside nor proposed as such. */
const dueUnsaid = sql`refund_due_fen(ours.refund_no) - coalesce((select sum(elsewhere.amount_fen) from refund_elsewhere elsewhere
  where elsewhere.refund_no = ours.refund_no and elsewhere.state = 'OPEN'), 0)`

/** Fen of a console refund (`back`) that staff entered by its own number. */
const enteredFen = sql`coalesce((select sum(d.amount_fen) from money_decision d join money_difference about on about.id = d.case_id
    left join refund entered using (refund_no)
  where d.state = 'APPROVED' and d.reference in (back.number, money_number(back.number))
    and coalesce(entered.out_trade_no, about.detail ->> 'outTradeNo', about.subject) = back.out_trade_no), 0)`

/** Refunds (`ours`) of the payment `paid` that no bill shows. Each try has another number at the channel. */
const unshownRefunds = (channel: string, day: string) => sql`
  refund ours join payment paid using (out_trade_no)
  where paid.channel = ${channel} and shanghai_date(ours.done_at) = ${day}::date and not ${givenElsewhere}
    and not exists (select from bill_line b where b.channel = ${channel} and b.kind = 'REFUND'
      and b.out_trade_no = ours.out_trade_no and regexp_replace(b.number, 'A[0-9]+$', '') = ours.refund_no)`

/** Repeated rows are dropped; the row of a completed refund is preferred. */
function distinct(lines: BillLineRow[]): BillLineRow[] {
  const keyOf = ({ kind, number, outTradeNo, transactionId, amountFen }: BillLineRow) =>
    JSON.stringify([kind, number, outTradeNo, transactionId, amountFen])
  const doneLast = lines.toSorted((a, b) => Number(a.done ?? true) - Number(b.done ?? true))
  return [...new Map(doneLast.map((line) => [keyOf(line), line])).values()]
}

/** Returns false when another process has stored the bill first. */
export async function insertBill(
  tx: Tx,
  channel: string,
  day: string,
  said: { lines: BillLineRow[]; others: number },
): Promise<boolean> {
  const lines = distinct(said.lines)
  const sumOf = (kind: BillLineRow['kind']) => {
    const some = lines.filter((line) => line.kind === kind && line.done !== false)
    return { count: some.length, fen: some.reduce((sum, { amountFen }) => sum + amountFen, 0) }
  }
  const [paid, back] = [sumOf('PAYMENT'), sumOf('REFUND')]
  const entered = await insertOnce(tx, 'bill', {
    channel,
    day,
    payments: paid.count,
    paidFen: paid.fen,
    refunds: back.count,
    refundedFen: back.fen,
    others: said.others,
  })
  if (!entered) return false
  for (let at = 0; at < lines.length; at += 1000)
    await tx
      .insertInto('billLine')
      .values(lines.slice(at, at + 1000).map((line) => ({ ...line, channel, day })))
      .execute()
  return true
}

/**
 * A payment or refund that is recorded on another day than in the bill. The day of the bill decides the year of the
 * income.
 */
export interface MoneyWithOtherBillDay {
  kind: 'PAYMENT' | 'REFUND'
  number: string
  outTradeNo: string
  orderNo: string
  /** The time in the bill, or the nearest time on that day. */
  at: Date
}

export async function listMisdatedMoney(tx: Tx, channel: string, day: string): Promise<MoneyWithOtherBillDay[]> {
  const { rows } = await sql<MoneyWithOtherBillDay>`
    with line as (select * from bill_line where channel = ${channel} and day = ${day}::date),
    ours (kind, number, out_trade_no, order_no, said, booked) as (
      select 'PAYMENT', paid.out_trade_no, paid.out_trade_no, paid.order_no, line.at, paid.paid_at
      from line join payment paid on paid.out_trade_no = line.number and paid.channel = line.channel
      where line.kind = 'PAYMENT'
      union all
      select 'REFUND', back.refund_no, back.out_trade_no, paid.order_no, null, back.done_at
      from line join refund back on back.refund_no = regexp_replace(line.number, 'A[0-9]+$', '') and back.out_trade_no = line.out_trade_no
        join payment paid on paid.out_trade_no = back.out_trade_no and paid.channel = line.channel
      where line.kind = 'REFUND' and line.done and back.status = 'DONE'),
    span as (select ${day}::date::timestamp at time zone 'Asia/Shanghai' as first,
      (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second' as last)
    select kind, number, out_trade_no as "outTradeNo", order_no as "orderNo",
      case when shanghai_date(said) = ${day}::date then said else least(greatest(booked, first), last) end as at
    from ours, span where booked is not null and shanghai_date(booked) <> ${day}::date
    order by order_no, out_trade_no, kind, number`.execute(tx)
  return rows
}

/** Returns numbers whose impossible time a bill has corrected. */
export async function listNumbersWithBillTime(tx: Tx, channel: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from money_difference told where told.kind = 'CHANNEL_TIME' and told.state = 'OPEN' and told.channel = ${channel}
      and exists (select from bill_line line where line.channel = ${channel} and line.day = ${day}::date
        and (line.number = told.subject or line.kind = 'REFUND' and regexp_replace(line.number, 'A[0-9]+$', '') = told.subject))
    order by subject`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/** Compares the bill with the books and the books with the bill, and inserts each difference once. */
export async function compareBill(tx: Tx, channel: string, day: string): Promise<void> {
  await sql`
    with line as (select * from bill_line where channel = ${channel} and day = ${day}::date),
    -- a further try of a refund has another number at the channel
    back as (select line.*, regexp_replace(line.number, 'A[0-9]+$', '') as refund_no from line where kind = 'REFUND'),
    found (kind, subject, order_no, detail) as (
      select case when ours.out_trade_no is null then 'UNKNOWN_PAYMENT'
          when coalesce(ours.total_fen, ours.amount_fen) <> line.amount_fen then 'AMOUNT' else 'NOT_BOOKED' end,
        line.number, ours.order_no, jsonb_build_object('theirs', line.amount_fen, 'ours', ours.amount_fen,
          'status', ours.status, 'transactionId', line.transaction_id)
      from line left join payment ours on ours.out_trade_no = line.number and ours.channel = ${channel}
      where line.kind = 'PAYMENT' and (ours.out_trade_no is null or coalesce(ours.total_fen, ours.amount_fen) <> line.amount_fen
        or ours.status in ('CREATED', 'CLOSED'))
      union all
      select case when ours.refund_no is null then 'REFUND_UNKNOWN'
          when due.fen <> back.amount_fen then 'REFUND_AMOUNT' else 'REFUND_NOT_BOOKED' end,
        -- a refund's number is the till's own: another trade may have the same
        case when ours.refund_no is null then concat_ws(' ', back.out_trade_no, back.number) else back.number end,
        paid.order_no, jsonb_build_object('theirs', back.amount_fen, 'ours', case when ours.refund_no is null then entered.fen else due.fen end,
          'status', ours.status, 'outTradeNo', back.out_trade_no)
      from back left join refund ours on ours.refund_no = back.refund_no and ours.out_trade_no = back.out_trade_no
        left join lateral (select refund_due_fen(ours.refund_no) as fen) due on true
        left join lateral (select nullif(${enteredFen}, 0) as fen) entered on ours.refund_no is null
        left join payment paid on paid.out_trade_no = back.out_trade_no
      where ours.refund_no is null and entered.fen is distinct from back.amount_fen or due.fen <> back.amount_fen and due.fen > 0
          -- a notice has told the surplus already
          and not exists (select from money_difference twice where twice.kind = 'REFUND_TWICE' and twice.subject = ours.refund_no)
        or ours.status <> 'DONE' and back.done
      union all
      -- by two numbers of one refund, on this day or before; or what somebody had given back otherwise
      select 'REFUND_TWICE', ours.refund_no, paid.order_no, jsonb_build_object('theirs', seen.fen, 'ours', ours.amount_fen,
          'outTradeNo', ours.out_trade_no, 'surplus', seen.fen - greatest(0, ${dueUnsaid}))
      from (select distinct refund_no, out_trade_no from back where done) given join refund ours using (refund_no, out_trade_no)
        join payment paid using (out_trade_no),
        lateral (select count(distinct number) as numbers, sum(amount_fen) as fen from bill_line b
          where b.channel = ${channel} and b.kind = 'REFUND' and b.done and b.out_trade_no = given.out_trade_no
            and regexp_replace(b.number, 'A[0-9]+$', '') = given.refund_no) seen
      where seen.numbers > 1 or seen.fen > ${dueUnsaid}
        -- another sum than is asked for is told as such above
        and refund_due_fen(ours.refund_no) in (0, seen.fen)
      union all
      select 'NOT_AT_CHANNEL', ours.out_trade_no, ours.order_no, jsonb_build_object('ours', ours.amount_fen,
        'status', ours.status, 'transactionId', ours.transaction_id)
      from ${unshownPayments(channel, day)}
      union all
      select 'REFUND_NOT_AT_CHANNEL', ours.refund_no, paid.order_no, jsonb_build_object('ours', ours.amount_fen,
        'status', ours.status, 'outTradeNo', ours.out_trade_no)
      from ${unshownRefunds(channel, day)})
    insert into money_difference (kind, subject, channel, order_no, day, detail)
    select kind, subject, ${channel}, order_no, ${day}::date, jsonb_strip_nulls(detail) from found
    order by kind, subject
    on conflict (kind, subject) do nothing`.execute(tx)
}

export type ChannelCheckRow = Awaited<ReturnType<typeof listChannelChecks>>[number]

export function listChannelChecks(db: Db) {
  return db.selectFrom('channelCheck').selectAll().orderBy('channel').execute()
}

export function wasChannelJustChecked(db: Db, channel: string, seconds: number): Promise<boolean> {
  return hasAnyRow(
    db
      .selectFrom('channelCheck')
      .where('channel', '=', channel)
      .where('at', '>', sql<Date>`app_now() - interval '1 second' * ${seconds}::int`)
      .where('checkedBy', '<>', 'system'),
  )
}

export async function recordChannelCheck(
  db: Db,
  check: { channel: string; checkedBy: string; ok: boolean; result: object },
): Promise<void> {
  await db
    .insertInto('channelCheck')
    .values({ ...check, result: JSON.stringify(check.result) })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet({
        at: sql`app_now()`,
        checkedBy: sql`excluded.checked_by`,
        ok: sql`excluded.ok`,
        result: sql`excluded.result`,
      }),
    )
    .execute()
}
