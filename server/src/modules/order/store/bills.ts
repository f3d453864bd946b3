import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import type { Difference } from './differences.ts'

export interface BillLineRow {
  kind: 'PAYMENT' | 'REFUND'
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  at: Date | null
  done?: boolean
}

/** One day of a channel that is over and was not compared yet. */
export interface MissingDay {
  day: string
  /** when its bill is asked for next; null: it is time */
  nextAt: Date | null
  /** it is not before the hour at which bills are had */
  due: boolean
  /** what the last try brought; null: none was made */
  why: BillTry | null
}

/**
 * What a try to get a day's bill brought, when it was no bill: not made yet · no answer · empty, and our books are not · cut off · not what
 * its own totals say · not readable.
 */
export type BillTry = Schema['billTry']['why']

/**
 * The days of a channel (Asia/Shanghai) that are over and were not compared yet, from the day of its first payment on: before it
 * no money can be ours, and a channel without payments misses no day. One whose bill was empty against our books is asked for
 * again an hour later, or once somebody has ended the difference; one that could not be had or read, an hour later, too.
 */
export async function listMissingDays(
  db: Db,
  channel: string,
  { days, hour }: { days: number; hour: number },
): Promise<MissingDay[]> {
  const { rows } = await sql<MissingDay>`
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

/** The days of a channel (Asia/Shanghai), from this one on, on which money came or went back by our books. */
export async function listBookedDays(db: Db, channel: string, from: string): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select to_char(shanghai_date(paid_at), 'YYYY-MM-DD') as day from payment
      where channel = ${channel} and paid_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
    union
    select to_char(shanghai_date(done_at), 'YYYY-MM-DD') from refund join payment using (out_trade_no)
      where channel = ${channel} and done_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`.execute(
    db,
  )
  return new Set(rows.map(({ day }) => day))
}

/** What has to do with a whole day of a channel, in the worklist and in the audit log. */
export const dayOf = (channel: string, day: string): string => `${channel} ${day}`

/** One line of the worklist for the whole day: its payments would be hundreds, and all of them gone with the bill's arrival. */
const emptyBillKind = 'NOT_AT_CHANNEL'

/** What the worklist's line of an empty bill is known by. */
export const emptyBill = (channel: string, day: string) =>
  ({
    kind: emptyBillKind,
    subject: dayOf(channel, day),
  }) as const

/** the same again is no news, nor is what changes to and fro */
const newsEvery = '10 minutes'

/**
 * Keeps what a try brought. @returns whether it is news; of two processes that try at once the later one finds it told
 */
export async function keepBillTry(
  tx: Tx,
  channel: string,
  day: string,
  why: BillTry,
): Promise<boolean> {
  // an empty bill is told by the worklist, whenever it comes
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
 * Whether a bill without a line is to be believed of a day. AGREES: our books have nothing either that no bill shows · DOUBTED: they have;
 * the worklist says so, once · CONFIRMED: somebody has ended that difference: the day is as empty as the channel says.
 */
export async function weighEmptyBill(
  tx: Tx,
  channel: string,
  day: string,
): Promise<'AGREES' | 'DOUBTED' | 'CONFIRMED'> {
  const { rows } = await sql<Pick<Difference, 'state'>>`
    with paid as (select count(*) as n, sum(ours.amount_fen) as fen from ${unshownPayments(channel, day)}),
    back as (select count(*) as n, sum(ours.amount_fen) as fen from ${unshownRefunds(channel, day)})
    insert into money_difference (kind, subject, channel, day, tried_at, detail)
    select ${emptyBillKind}, ${dayOf(channel, day)}, ${channel}, ${day}::date, app_now(), jsonb_strip_nulls(jsonb_build_object(
      'payments', paid.n, 'ours', paid.fen, 'refunds', back.n, 'refunded', back.fen))
    from paid, back where paid.n + back.n > 0
    on conflict (kind, subject) do update set tried_at = app_now(),
      detail = case money_difference.state when 'OPEN' then excluded.detail else money_difference.detail end
    returning state`.execute(tx)
  const [doubt] = rows
  if (!doubt) return 'AGREES'
  return doubt.state === 'RESOLVED' ? 'CONFIRMED' : 'DOUBTED'
}

/** Money we booked on a day that no bill shows: `ours`. */
const unshownPayments = (channel: string, day: string) => sql`
  payment ours where ours.channel = ${channel} and shanghai_date(ours.paid_at) = ${day}::date
    and not exists (select from bill_line b where b.channel = ${channel} and b.kind = 'PAYMENT'
      and b.number = ours.out_trade_no)`

/** A refund (`ours`) that came back by other ways than the channel's: no bill has it. */
const givenElsewhere = sql`refund_due_fen(ours.refund_no) = 0`

/** Fen of a refund (`ours`) that are not back by other ways, nor said to be by somebody who waits for the second person. */
const dueUnsaid = sql`refund_due_fen(ours.refund_no) - coalesce((select sum(elsewhere.amount_fen) from refund_elsewhere elsewhere
  where elsewhere.refund_no = ours.refund_no and elsewhere.state = 'OPEN'), 0)`

/** Fen of a refund of the bill (`back`) made in the merchant console, under a number of its own, that staff entered by that number. */
const enteredFen = sql`coalesce((select sum(d.amount_fen) from money_decision d join money_difference about on about.id = d.case_id
    left join refund entered using (refund_no)
  where d.state = 'APPROVED' and d.reference in (back.number, money_number(back.number))
    and coalesce(entered.out_trade_no, about.detail ->> 'outTradeNo', about.subject) = back.out_trade_no), 0)`

/** The same of refunds: `ours`, of the payment `paid`. A further try of a refund has another number at the channel. */
const unshownRefunds = (channel: string, day: string) => sql`
  refund ours join payment paid using (out_trade_no)
  where paid.channel = ${channel} and shanghai_date(ours.done_at) = ${day}::date and not ${givenElsewhere}
    and not exists (select from bill_line b where b.channel = ${channel} and b.kind = 'REFUND'
      and b.out_trade_no = ours.out_trade_no and regexp_replace(b.number, 'A[0-9]+$', '') = ours.refund_no)`

/** What a channel says twice in the same words, it says once; of a refund that it has given, that. */
function distinct(lines: BillLineRow[]): BillLineRow[] {
  const keyOf = ({ kind, number, outTradeNo, transactionId, amountFen }: BillLineRow) =>
    JSON.stringify([kind, number, outTradeNo, transactionId, amountFen])
  const doneLast = lines.toSorted((a, b) => Number(a.done ?? true) - Number(b.done ?? true))
  return [...new Map(doneLast.map((line) => [keyOf(line), line])).values()]
}

/** False: another process was first. */
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

/** Money of ours that a bill has on another day than our books: the bill's day is that of the income. */
export interface OtherDay {
  kind: 'PAYMENT' | 'REFUND'
  /** ours: of the channel order, or of the refund */
  number: string
  outTradeNo: string
  orderNo: string
  /** on the bill's day: the moment that the bill says, or the one nearest to what we had */
  at: Date
}

/** What a day's bill has that we booked on another day, in the order in which its rows are locked. */
export async function listOtherDays(tx: Tx, channel: string, day: string): Promise<OtherDay[]> {
  const { rows } = await sql<OtherDay>`
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

/** Whose channel's time was told as wrong, and is now in a bill. */
export async function listTimesInBill(tx: Tx, channel: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from money_difference told where told.kind = 'CHANNEL_TIME' and told.state = 'OPEN' and told.channel = ${channel}
      and exists (select from bill_line line where line.channel = ${channel} and line.day = ${day}::date
        and (line.number = told.subject or line.kind = 'REFUND' and regexp_replace(line.number, 'A[0-9]+$', '') = told.subject))
    order by subject`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/** A day's bill against our books, both ways; what differs goes to the worklist, once. */
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
