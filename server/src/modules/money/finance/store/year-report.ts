import { type RawBuilder, sql } from 'kysely'
import type { DatabaseSchema, Db } from '../../../../platform/db/database.ts'

/** All sums are in fen. */
export interface MoneyReportRow {
  channel: string
  period: string
  orders: number
  paid: number
  billPayments: number
  billPaid: number
  refunds: number
  refunded: number
  billRefunds: number
  billRefunded: number
  difference: number
  openCases: number
  settledCases: number
  missingBills: number
}

/**
 * Sums in fen by channel and day of Asia/Shanghai. A refund pending in a bill counts on the day of its completion. A
 * missing bill is no difference.
 */
function byDay(year: number): RawBuilder<unknown> {
  const first = sql`make_date(${year}::int, 1, 1)`
  const next = sql`make_date(${year}::int + 1, 1, 1)`
  const inYear = (at: RawBuilder<unknown>) =>
    sql`${at} >= ${first}::timestamp at time zone 'Asia/Shanghai' and ${at} < ${next}::timestamp at time zone 'Asia/Shanghai'`
  return sql`(
    with book (channel, day, orders, paid, refunds, refunded, bill_payments, bill_paid, bill_refunds, bill_refunded, open_cases, settled_cases) as (
      select channel, shanghai_date(paid_at), count(*), sum(amount_fen), 0, 0, 0, 0, 0, 0, 0, 0 from payment
        where ${inYear(sql`paid_at`)} and status in ('PAID', 'REFUNDING', 'REFUNDED') group by 1, 2
      union all
      select payment.channel, shanghai_date(done_at), 0, 0, count(*), sum(refund_due_fen(refund_no)), 0, 0, 0, 0, 0, 0
        from refund join payment using (out_trade_no)
        where ${inYear(sql`done_at`)} and refund.status = 'DONE' and refund_due_fen(refund_no) > 0 group by 1, 2
      union all
      -- made in the merchant console, and taken over by a decision
      select line.channel, line.day, 0, 0, count(*), sum(decision.amount_fen), 0, 0, 0, 0, 0, 0
        from money_decision decision join money_difference one on one.id = decision.case_id
          join bill_line line on line.kind = 'REFUND' and line.day >= ${first} and line.day < ${next} and line.number = case
            when decision.outcome = 'RETURNED' then decision.reference else split_part(one.subject, ' ', -1) end
            and (one.channel is null or line.channel = one.channel)
            -- another till may have given the same number
            and line.out_trade_no = coalesce(one.detail ->> 'outTradeNo', one.subject)
        where decision.state = 'APPROVED' and decision.outcome in ('PARTIAL', 'IN_PLACE_OF', 'REFUNDS_LINE', 'RETURNED') group by 1, 2
      union all
      select channel, day, 0, 0, 0, 0, count(*), sum(amount_fen), 0, 0, 0, 0 from bill_line
        where kind = 'PAYMENT' and day >= ${first} and day < ${next} group by 1, 2
      union all
      select channel, day, 0, 0, 0, 0, 0, 0, count(*), sum(amount_fen), 0, 0 from bill_line
        where kind = 'REFUND' and done and day >= ${first} and day < ${next} group by 1, 2
      union all
      select line.channel, shanghai_date(refund.done_at), 0, 0, 0, 0, 0, 0, count(*), sum(line.amount_fen), 0, 0
        from refund join bill_line line on line.kind = 'REFUND' and not line.done and line.out_trade_no = refund.out_trade_no
          and regexp_replace(line.number, 'A[0-9]+$', '') = refund.refund_no
        where ${inYear(sql`refund.done_at`)} and refund.status = 'DONE'
          and not exists (select from bill_line later where later.kind = 'REFUND' and later.done and later.number = line.number
            and later.out_trade_no = line.out_trade_no) group by 1, 2
      union all
      select channel, coalesce(day, shanghai_date(found_at)), 0, 0, 0, 0, 0, 0, 0, 0,
          count(*) filter (where state = 'OPEN'), count(*) filter (where state = 'RESOLVED')
        from money_difference
        where channel is not null and coalesce(day, shanghai_date(found_at)) >= ${first} and coalesce(day, shanghai_date(found_at)) < ${next}
        group by 1, 2),
    summed as (select channel, day, sum(orders) as orders, sum(paid) as paid, sum(refunds) as refunds, sum(refunded) as refunded,
        sum(bill_payments) as bill_payments, sum(bill_paid) as bill_paid, sum(bill_refunds) as bill_refunds,
        sum(bill_refunded) as bill_refunded, sum(open_cases) as open_cases, sum(settled_cases) as settled_cases
      from book group by channel, day)
    select summed.*,
      case when bill.day is null then 0 else bill_paid - bill_refunded - paid + refunded end as difference,
      (bill.day is null and paid + refunded > 0 and summed.day < shanghai_date(app_now()))::int as missing_bills
    from summed left join bill on bill.channel = summed.channel and bill.day = summed.day)`
}

const sums = sql`sum(orders)::int as orders, sum(paid)::float8 as paid, sum(bill_payments)::int as "billPayments",
  sum(bill_paid)::float8 as "billPaid", sum(refunds)::int as refunds, sum(refunded)::float8 as refunded,
  sum(bill_refunds)::int as "billRefunds", sum(bill_refunded)::float8 as "billRefunded", sum(difference)::float8 as difference,
  sum(open_cases)::int as "openCases", sum(settled_cases)::int as "settledCases", sum(missing_bills)::int as "missingBills"`

/** The day has a difference, an open case or a missing bill. */
const differs = sql`difference <> 0 or open_cases > 0 or missing_bills > 0`

export async function sumMoneyByChannel(db: Db, year: number): Promise<MoneyReportRow[]> {
  const { rows } = await sql<MoneyReportRow>`
    select channel, coalesce(to_char(month, 'YYYY-MM'), ${String(year)}) as period, ${sums}
    from (select *, date_trunc('month', day::timestamp) as month from ${byDay(year)} by_day) by_month
    group by grouping sets ((channel), (channel, month)) order by channel, period`.execute(db)
  return rows
}

/** `onlyDiffering` keeps days that need attention; `total` ignores the limit. */
export async function listMoneyReportDays(
  db: Db,
  year: number,
  { onlyDiffering, limit }: { onlyDiffering: boolean; limit: number },
): Promise<{ list: MoneyReportRow[]; total: number }> {
  const { rows } = await sql<MoneyReportRow & { total: number }>`
    select channel, to_char(day, 'YYYY-MM-DD') as period, ${sums}, (count(*) over ())::int as total
    from ${byDay(year)} by_day where ${onlyDiffering ? differs : sql`true`}
    group by channel, day order by day, channel limit ${limit}`.execute(db)
  return { list: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export async function listMoneyCasesOfDays(db: Db, days: { channel: string; period: string }[], limit: number) {
  const { rows } = await sql<{
    id: string
    kind: DatabaseSchema['moneyDifference']['kind']
    channel: string
    period: string
    open: boolean
  }>`
    select one.id, one.kind, one.channel, asked.period, one.state = 'OPEN' as open
    from unnest(${days.map(({ channel }) => channel)}::text[], ${days.map(({ period }) => period)}::text[]) asked (channel, period)
      join money_difference one on one.channel = asked.channel and one.state <> 'HEALED'
        and coalesce(one.day, shanghai_date(one.found_at)) = asked.period::date
    order by asked.period, one.state <> 'OPEN', one.found_at, one.id limit ${limit}`.execute(db)
  return rows
}

export async function listMoneyYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select year from (select min(paid_at) as first, max(paid_at) as last from payment) span,
      generate_series(extract(year from span.first at time zone 'Asia/Shanghai')::int,
        greatest(extract(year from span.last at time zone 'Asia/Shanghai'), extract(year from app_now() at time zone 'Asia/Shanghai'))::int) year
    order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}
