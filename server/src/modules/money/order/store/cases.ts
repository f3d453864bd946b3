import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { createProposalTable } from '../../../../platform/db/proposals.ts'

/** A case has three sums in fen: total, decided and open. */
export type MoneyCase = NonNullable<Awaited<ReturnType<typeof findMoneyCase>>>
export type CaseDecision = NonNullable<Awaited<ReturnType<typeof findCaseDecision>>>

const settledFen = sql<number>`(select coalesce(sum(amount_fen), 0)::bigint from money_decision
  where (case_id = money_difference.id or counter_id = money_difference.id) and state = 'APPROVED')`

export const selectMoneyCase = (db: Db) =>
  db
    .selectFrom('moneyDifference')
    .selectAll()
    .select([
      sql<number>`money_case_fen(kind, detail)`.as('sumFen'),
      settledFen.as('settledFen'),
      // The payment number from a bill or notification; for some kinds it is the subject of the case.
      sql<
        string | null
      >`coalesce(detail ->> 'outTradeNo', case when kind in ('NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL',
        'NOTIFICATION') and order_no is not null or kind = 'UNKNOWN_PAYMENT' then subject end)`.as('outTradeNo'),
    ])

export function findMoneyCase(db: Db, id: string) {
  return selectMoneyCase(db).where('id', '=', id).executeTakeFirst()
}

export function findMoneyCaseBySubject(db: Db, kind: DatabaseSchema['moneyDifference']['kind'], subject: string) {
  return selectMoneyCase(db).where('kind', '=', kind).where('subject', '=', subject).executeTakeFirst()
}

/** Cases are locked after signs, orders and payments, always in the same sequence. */
export async function lockMoneyCases(tx: Tx, ids: string[]): Promise<Map<string, MoneyCase>> {
  await tx.selectFrom('moneyDifference').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const rows = await selectMoneyCase(tx).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The open amount in fen. */
export function openAmountOfCase(row: Pick<MoneyCase, 'sumFen' | 'settledFen' | 'state'>): number {
  return row.state === 'HEALED' ? 0 : Math.max(0, Math.abs(row.sumFen) - row.settledFen)
}

export function findCaseDecision(db: Db, id: string) {
  return db.selectFrom('moneyDecision').selectAll().where('id', '=', id).executeTakeFirst()
}

export const { end: setCaseDecisionEnded } = createProposalTable(
  'moneyDecision',
  { state: 'state', reason: 'decideReason' },
  findCaseDecision,
)

/** Lists the oldest decision first, including decisions of other cases that close this one. */
export function listCaseDecisions(db: Db, caseId: string) {
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

export interface NewCaseDecision {
  id: string
  caseId: string
  counterId: string | null
  outcome: DatabaseSchema['moneyDecision']['outcome']
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

/**
 * The caller has locked the case. Returns false when the case has an open decision or another case already uses this
 * transfer number.
 */
export function insertCaseDecision(tx: Tx, decision: NewCaseDecision): Promise<boolean> {
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

export async function setCaseDecisionUndone(
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

/** The notified amount is in fen; a later message corrects it. */
export async function setDecisionNotifiedAmount(tx: Tx, id: string, toldFen: number): Promise<void> {
  await tx.updateTable('moneyDecision').set({ toldFen }).where('id', '=', id).execute()
}

export async function setCaseReopened(
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

/** A bill row with the amount that decisions already use. */
export interface UsedBillRow {
  kind: 'PAYMENT' | 'REFUND'
  channel: string
  day: string
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  done: boolean
  usedFen: number
  ours: boolean
}

/** Rows are found by number in any spelling (money_number), including refunds known from notifications only. */
export async function listBillRowsByNumber(db: Db, number: string, exceptId: string): Promise<UsedBillRow[]> {
  const { rows } = await sql<UsedBillRow>`
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

type TradeRow = Omit<UsedBillRow, 'usedFen' | 'ours' | 'outTradeNo'> & {
  /** False when only a notification reported the row, not a bill. */
  billed: boolean
}

/** The payment and its refunds, including those known from notifications only. */
export async function listBillRowsOfPayment(db: Db, outTradeNo: string): Promise<TradeRow[]> {
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

/** Serializes decisions that name the same number. */
export async function lockReferenceNumber(tx: Tx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${reference}`}, 0))`.execute(tx)
}

/**
 * Tells what kind of our own numbers this is, because such a number cannot belong to a transfer outside; undefined for
 * other numbers.
 */
export async function findOwnMoneyNumber(db: Db, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ what: string }>`
    select '退款单号' as what from refund where refund_no = regexp_replace(${number}, 'A[0-9]+$', '')
    union all select '商户订单号' from payment where out_trade_no = ${number} or transaction_id = ${number}
    union all select '订单号' from orders where order_no = ${number} limit 1`.execute(db)
  return rows[0]?.what
}

export function findDecisionByReference(db: Db, reference: string, exceptId: string) {
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

/** Stores the whole amount of the payment, which the channel needs when only a part is refunded. */
export async function setPaymentTotalFen(tx: Tx, outTradeNo: string, totalFen: number): Promise<void> {
  await tx.updateTable('payment').set({ totalFen }).where('outTradeNo', '=', outTradeNo).execute()
}

export async function setDecisionRefundNo(tx: Tx, id: string, refundNo: string): Promise<void> {
  await tx.updateTable('moneyDecision').set({ refundNo }).where('id', '=', id).execute()
}

export async function findBillTime(
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

/** The net amount in fen; negative when more was refunded than paid. */
export async function netAmountOfLine(db: Db, orderNo: string, signId: string): Promise<number> {
  const row = await db
    .selectFrom('orderLine')
    .select(sql<number>`amount_fen - line_partial_fen(order_no, sign_id)`.as('fen'))
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .executeTakeFirstOrThrow()
  return row.fen
}

export async function hasUndoneDecision(db: Db, refundNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('moneyDecision')
    .select('id')
    .where('refundNo', '=', refundNo)
    .where('state', '=', 'UNDONE')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Sets the open amount of the case: the channel has paid the rest of the refund, so only the part of the undone
 * decision is open.
 */
export async function setStuckRefundAmount(tx: Tx, id: string, fen: number): Promise<void> {
  await tx
    .updateTable('moneyDifference')
    .set({ detail: sql`jsonb_set(detail, '{ours}', to_jsonb(${fen}::bigint))` })
    .where('id', '=', id)
    .execute()
}

/** Reduces the surplus of the case by `fen`; a negative number increases it. */
export async function reduceCaseSurplus(tx: Tx, id: string, fen: number): Promise<void> {
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
 * Marks the payment of the case as recorded with our amount, so that only the difference stays open. A case with an
 * approved decision keeps the full amount.
 */
export async function setDifferingAmountRecorded(tx: Tx, outTradeNo: string): Promise<void> {
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

/** The sum in fen covers all cases of the payment, because partial amounts add up. */
export async function sumDecidedByOnePerson(tx: Tx, row: MoneyCase): Promise<number> {
  const { outTradeNo, orderNo, id } = row
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(decision.amount_fen), 0)::float8 as fen from money_decision decision
      join money_difference about on about.id = decision.case_id
    where decision.state = 'APPROVED' and not decision.second and not decision.before_cases
      and (about.id = ${id} or about.order_no = ${orderNo}
        or ${outTradeNo}::text in (about.detail ->> 'outTradeNo', about.subject))`.execute(tx)
  return rows[0]?.fen ?? 0
}
