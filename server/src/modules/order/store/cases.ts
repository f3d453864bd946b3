import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'

/** A difference with its sums in fen: what it is about, what decisions have settled of it, what is left. */
export type MoneyCase = NonNullable<Awaited<ReturnType<typeof findCase>>>
export type CaseDecision = NonNullable<Awaited<ReturnType<typeof findDecision>>>

const settledFen = sql<number>`(select coalesce(sum(amount_fen), 0)::bigint from money_decision
  where (case_id = money_difference.id or counter_id = money_difference.id) and state = 'APPROVED')`

/** Every case as the module knows it; to be narrowed down. */
export const selectCase = (db: Db) =>
  db
    .selectFrom('moneyDifference')
    .selectAll()
    .select([
      sql<number>`money_case_fen(kind, detail)`.as('sumFen'),
      settledFen.as('settledFen'),
      // what a bill or a notice names; of an unknown refund it stands before the refund's own number
      sql<
        string | null
      >`coalesce(detail ->> 'outTradeNo', case when kind in ('NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL',
        'NOTIFICATION') and order_no is not null or kind = 'UNKNOWN_PAYMENT' then subject end)`.as(
        'outTradeNo',
      ),
    ])

export function findCase(db: Db, id: string) {
  return selectCase(db).where('id', '=', id).executeTakeFirst()
}

/** By what it is known by on the worklist. */
export function findCaseOf(db: Db, kind: Schema['moneyDifference']['kind'], subject: string) {
  return selectCase(db).where('kind', '=', kind).where('subject', '=', subject).executeTakeFirst()
}

/** Takes the locks of cases, after those of signs, orders and payments, in one order for all; read once they are held. */
export async function lockCases(tx: Tx, ids: string[]): Promise<Map<string, MoneyCase>> {
  await tx
    .selectFrom('moneyDifference')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await selectCase(tx).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Fen of a case that no decision has settled. */
export function restOf(row: Pick<MoneyCase, 'sumFen' | 'settledFen' | 'state'>): number {
  return row.state === 'HEALED' ? 0 : Math.max(0, Math.abs(row.sumFen) - row.settledFen)
}

export function findDecision(db: Db, id: string) {
  return db.selectFrom('moneyDecision').selectAll().where('id', '=', id).executeTakeFirst()
}

/** All of a case, and those of other cases that settle it as well; the oldest first. */
export function listDecisions(db: Db, caseId: string) {
  return db
    .selectFrom('moneyDecision')
    .leftJoin('file', 'file.id', 'moneyDecision.fileId')
    .selectAll('moneyDecision')
    .select(['file.name as fileName', 'file.mime as fileMime'])
    .where(({ eb, or }) => or([eb('caseId', '=', caseId), eb('counterId', '=', caseId)]))
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
}

export interface NewDecision {
  id: string
  caseId: string
  counterId: string | null
  outcome: Schema['moneyDecision']['outcome']
  amountFen: number
  orderNo: string | null
  signId: string | null
  refundNo: string | null
  reference: string | null
  fileId: string | null
  reason: string
  second: boolean
  askedBy: string
}

/** Under the case's lock. False: one waits already, or the transfer proves another case. One that needs nobody else is decided with it. */
export function insertDecision(tx: Tx, decision: NewDecision): Promise<boolean> {
  const alone = decision.second
    ? { state: 'OPEN' as const }
    : {
        state: 'APPROVED' as const,
        decidedBy: decision.askedBy,
        decidedAt: sql<Date>`app_now()`,
        decideReason: decision.reason,
      }
  return insertOnce(tx, 'moneyDecision', { ...decision, ...alone })
}

/** Ends one that waits. */
export async function endDecision(
  tx: Tx,
  id: string,
  end: { state: 'WITHDRAWN' | 'REFUSED' | 'APPROVED'; by: string; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('moneyDecision')
    .set({
      state: end.state,
      decidedBy: end.by,
      decideReason: end.reason,
      decidedAt: sql`app_now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .execute()
}

/** Nothing of it counts any more. */
export async function undoDecision(
  tx: Tx,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('moneyDecision')
    .set({ state: 'UNDONE', undoneBy: by, undoReason: reason, undoneAt: sql`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'APPROVED')
    .execute()
}

/** What the students of it were told, in fen: a later word corrects it. */
export async function setTold(tx: Tx, id: string, toldFen: number): Promise<void> {
  await tx.updateTable('moneyDecision').set({ toldFen }).where('id', '=', id).execute()
}

/** Opens a case again: what had ended it, by words or by decisions, does no more. */
export async function reopenCase(
  tx: Tx,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({
      state: 'OPEN',
      resolvedAt: null,
      resolvedBy: null,
      resolution: null,
      reopenedAt: sql`app_now()`,
      reopenedBy: by,
      reopenReason: reason,
    })
    .where('id', '=', id)
    .execute()
}

/** A row of any channel's bill, with what decisions use of it already. */
export interface KnownRow {
  kind: 'PAYMENT' | 'REFUND'
  channel: string
  day: string
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  done: boolean
  usedFen: number
  /** our payment, or our refund, is this row */
  ours: boolean
}

/** Rows of bills by a number of theirs, as it is typed (money_number): of the payment or refund, or the channel's own of a payment; a refund that only a notice told of, too. */
export async function listKnownRows(db: Db, number: string, exceptId: string): Promise<KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    with known as (
      select kind, channel, day, number, out_trade_no, transaction_id, amount_fen, done from bill_line
        where money_number(number) = ${number} or kind = 'PAYMENT' and transaction_id = ${number}
      union all
      select 'REFUND', d.channel, shanghai_date(d.found_at), split_part(d.subject, ' ', 2), split_part(d.subject, ' ', 1), '',
        (d.detail ->> 'theirs')::integer, d.detail ->> 'status' is null
      from money_difference d where d.kind = 'REFUND_UNKNOWN' and d.state <> 'HEALED' and money_number(split_part(d.subject, ' ', 2)) = ${number}
        and not exists (select from bill_line same where same.kind = 'REFUND' and same.number = split_part(d.subject, ' ', 2)
          and same.out_trade_no = split_part(d.subject, ' ', 1)))
    select b.kind, b.channel, to_char(b.day, 'YYYY-MM-DD') as day, b.number, b.out_trade_no as "outTradeNo",
      b.transaction_id as "transactionId", b.amount_fen as "amountFen", b.done,
      (select coalesce(sum(amount_fen), 0)::bigint from money_decision d
        where d.reference in (b.number, money_number(b.number), nullif(b.transaction_id, '')) and d.id <> ${exceptId}::uuid and d.state in ('OPEN', 'APPROVED')
          and d.outcome in ('BILL_ROW', 'RETURNED', 'RECOVERED', 'IN_PLACE_OF', 'REFUNDS_LINE', 'PARTIAL')) as "usedFen",
      case b.kind when 'PAYMENT' then exists (select from payment where payment.out_trade_no = b.number and payment.channel = b.channel
          and payment.status in ('PAID', 'REFUNDING', 'REFUNDED'))
        else exists (select from refund where refund.out_trade_no = b.out_trade_no
          and refund.refund_no = regexp_replace(b.number, 'A[0-9]+$', '')) end as ours
    from known b order by b.day, b.channel, b.kind limit 20`.execute(db)
  return rows
}

/** A row of one payment on its channel's side. */
type TradeRow = Omit<KnownRow, 'usedFen' | 'ours' | 'outTradeNo'> & {
  /** false: a notice told of it, and no bill has it yet */
  billed: boolean
}

/** The same of one payment: its own row, and those of what went back of it, also what only a notice told of. */
export async function listRowsOfTrade(db: Db, outTradeNo: string): Promise<TradeRow[]> {
  const { rows } = await sql<TradeRow>`
    select kind, channel, to_char(day, 'YYYY-MM-DD') as day, number, transaction_id as "transactionId",
      amount_fen as "amountFen", done, billed
    from (
      select kind, channel, day, number, transaction_id, amount_fen, done, true as billed
        from bill_line where number = ${outTradeNo} or kind = 'REFUND' and out_trade_no = ${outTradeNo}
      union all
      select 'REFUND', d.channel, shanghai_date(d.found_at), split_part(d.subject, ' ', 2), '',
        (d.detail ->> 'theirs')::integer, d.detail ->> 'status' is null, false
      from money_difference d where d.kind = 'REFUND_UNKNOWN' and d.state <> 'HEALED' and d.subject like ${`${outTradeNo} %`}
        and not exists (select from bill_line same where same.kind = 'REFUND'
          and same.out_trade_no = ${outTradeNo} and same.number = split_part(d.subject, ' ', 2))
    ) as line order by day, kind, number limit 100`.execute(db)
  return rows
}

/** Of two who name the same number at once the second one sees what the first has used of it. */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${reference}`}, 0))`.execute(tx)
}

/** What our own books know by a number: no transfer has it. */
export async function findOwnNumber(db: Db, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ what: string }>`
    select '退款单号' as what from refund where refund_no = regexp_replace(${number}, 'A[0-9]+$', '')
    union all select '商户订单号' from payment where out_trade_no = ${number} or transaction_id = ${number}
    union all select '订单号' from orders where order_no = ${number} limit 1`.execute(db)
  return rows[0]?.what
}

/** Another act that names this number. */
export function findReference(db: Db, reference: string, exceptId: string) {
  return db
    .selectFrom('moneyDecision')
    .innerJoin('moneyDifference', 'moneyDifference.id', 'moneyDecision.caseId')
    .select(['moneyDifference.subject', 'moneyDifference.orderNo', 'moneyDecision.amountFen'])
    .where('moneyDecision.reference', '=', reference)
    .where('moneyDecision.id', '<>', exceptId)
    .where('moneyDecision.state', 'in', ['OPEN', 'APPROVED'])
    .limit(1)
    .executeTakeFirst()
}

/** A bill's money is to pay an order: it has no row of ours yet, or one of this order. The channel is told the whole when some goes back. */
export async function setPaymentTotal(tx: Tx, outTradeNo: string, totalFen: number): Promise<void> {
  await tx.updateTable('payment').set({ totalFen }).where('outTradeNo', '=', outTradeNo).execute()
}

/** The refund that it began. */
export async function setDecisionRefund(tx: Tx, id: string, refundNo: string): Promise<void> {
  await tx.updateTable('moneyDecision').set({ refundNo }).where('id', '=', id).execute()
}

/** When a bill says that money came, or went back; null: it says none. */
export async function findBilledAt(
  db: Db,
  { kind, channel, number }: { kind: 'PAYMENT' | 'REFUND'; channel: string; number: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('billLine')
    .select('at')
    .where('number', '=', number)
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Fen of a line that are kept; less than nothing: more is back than was paid. */
export async function keptOfLine(db: Db, orderNo: string, signId: string): Promise<number> {
  const row = await db
    .selectFrom('orderLine')
    .select(sql<number>`amount_fen - line_partial_fen(order_no, sign_id)`.as('fen'))
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .executeTakeFirstOrThrow()
  return row.fen
}

/** Whether staff have undone a decision that had booked this refund as back. */
export async function hasUndone(db: Db, refundNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('moneyDecision')
    .select('id')
    .where('refundNo', '=', refundNo)
    .where('state', '=', 'UNDONE')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A stuck refund of which the channel gave the rest is about what was undone, and nothing more. */
export async function setStuckSum(tx: Tx, id: string, fen: number): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ detail: sql`jsonb_set(detail, '{ours}', to_jsonb(${fen}::bigint))` })
    .where('id', '=', id)
    .execute()
}

/** What the channel gave of a refund is too much by so much less, once an entry beside it is undone. */
export async function lessenBy(tx: Tx, id: string, fen: number): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({
      detail: sql`case kind when 'REFUND_AMOUNT' then jsonb_set(detail, '{ours}', to_jsonb((detail ->> 'ours')::bigint + ${fen}::bigint))
        else jsonb_set(detail, '{surplus}', to_jsonb(-money_case_fen(kind, detail) - ${fen}::bigint)) end`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * A payment that a bill had with another sum is booked with ours: what is left of the case is the difference. One whose money pays an order
 * by a decision is about all of it as before.
 */
export async function setAmountBooked(tx: Tx, outTradeNo: string): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ detail: sql`jsonb_set(detail, '{status}', '"PAID"')` })
    .where('kind', '=', 'AMOUNT')
    .where('subject', '=', outTradeNo)
    .where('state', '=', 'OPEN')
    .where(
      sql<boolean>`not exists (select from money_decision where case_id = money_difference.id and state = 'APPROVED')`,
    )
    .execute()
}

/** Fen of the same payment, in all its cases, that one person decided alone: pieces add up. */
export async function sumDecidedAlone(tx: Tx, row: MoneyCase): Promise<number> {
  const { outTradeNo, orderNo, id } = row
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(decision.amount_fen), 0)::float8 as fen from money_decision decision
      join money_difference about on about.id = decision.case_id
    where decision.state = 'APPROVED' and not decision.second and not decision.before_cases
      and (about.id = ${id} or about.order_no = ${orderNo}
        or ${outTradeNo}::text in (about.detail ->> 'outTradeNo', about.subject))`.execute(tx)
  return rows[0]?.fen ?? 0
}
