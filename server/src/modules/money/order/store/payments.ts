import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../../platform/db/database.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'

/** A payment by QR code, in a phone browser or inside WeChat. */
export type PaymentKind = DatabaseSchema['payment']['kind']

/** An order placed at a payment channel. The amount is in fen. */
export type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

const paymentColumns = [
  'outTradeNo',
  'orderNo',
  'channel',
  'amountFen',
  'kind',
  'nextKind',
  'codeUrl',
  'status',
  'channelState',
  'transactionId',
  'paidAt',
  'createdAt',
] as const

const selectPayment = (db: Db) => db.selectFrom('payment').select(paymentColumns)

export function findPayment(db: Db, outTradeNo: string) {
  return selectPayment(db).where('outTradeNo', '=', outTradeNo).executeTakeFirst()
}

/** Returns those numbers that belong to our payments. */
export async function findOwnPaymentNumbers(db: Db, channel: string, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment')
    .select('outTradeNo')
    .where('channel', '=', channel)
    .where('outTradeNo', '=', sql<string>`any(${numbers})`)
    .execute()
  return new Set(rows.map(({ outTradeNo }) => outTradeNo))
}

export function findOpenPayment(db: Db, orderNo: string) {
  return selectPayment(db).where('orderNo', '=', orderNo).where('status', '=', 'CREATED').executeTakeFirst()
}

/** Locks are taken in the sequence sign, order, payment. */
export function lockPayment(tx: Tx, outTradeNo: string) {
  return selectPayment(tx).where('outTradeNo', '=', outTradeNo).forUpdate().executeTakeFirstOrThrow()
}

/** Insert the payment before calling the channel, so that every response finds its row. */
export async function insertPayment(
  tx: Tx,
  payment: {
    outTradeNo: string
    orderNo: string
    channel: string
    amountFen: number
    kind?: PaymentKind
    /** CLOSED for the payment of a new order that is not open yet (store/orders.ts). */
    status?: 'CREATED' | 'CLOSED'
  },
): Promise<void> {
  await tx
    .insertInto('payment')
    .values({ kind: 'NATIVE', status: 'CREATED', ...payment })
    .execute()
}

/** The first address stays. Returns null when the payment was closed, paid or is being replaced. */
export async function setPaymentAddress(db: Db, outTradeNo: string, codeUrl: string): Promise<string | null> {
  const row = await db
    .updateTable('payment')
    .set({ codeUrl: sql`coalesce(code_url, ${codeUrl})` })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'CREATED')
    .where('nextKind', 'is', null)
    .returning('codeUrl')
    .executeTakeFirst()
  return row?.codeUrl ?? null
}

/** Minutes; the channel keeps an H5 address for 5 and a prepay_id for 120. */
const freshMinutes = { H5: 4, JSAPI: 110 } as const

/** A QR code is valid as long as its order. */
export async function isPaymentAddressValid(db: Db, { outTradeNo, kind }: Payment): Promise<boolean> {
  if (kind === 'NATIVE') return true
  const row = await db
    .selectFrom('payment')
    .select('outTradeNo')
    .where('outTradeNo', '=', outTradeNo)
    .where('createdAt', '>', sql<Date>`app_now() - interval '1 minute' * ${freshMinutes[kind]}::int`)
    .executeTakeFirst()
  return row !== undefined
}

/** Call this before calling the channel. Returns false when the number belongs to another payer. */
export async function claimPaymentForPayer(tx: Tx, outTradeNo: string, payerKey: string): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({ payerKey })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'CREATED')
    .where((where) => where.or([where('payerKey', 'is', null), where('payerKey', '=', payerKey)]))
    .returning('outTradeNo')
    .executeTakeFirst()
  return row !== undefined
}

export async function setNextPaymentKind(tx: Tx, outTradeNo: string, nextKind: PaymentKind): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ nextKind })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'CREATED')
    .execute()
}

/** The count is exact under the lock of the order. */
export function countPayments(tx: Tx, orderNo: string): Promise<number> {
  return countQueryRows(tx.selectFrom('payment').where('orderNo', '=', orderNo))
}

export function findPaidPayment(db: Db, orderNo: string) {
  return selectPayment(db).where('orderNo', '=', orderNo).where('status', '=', 'PAID').executeTakeFirst()
}

/**
 * A payer's polls query the channel at most every 2 s, growing to 15 s. The limit is in the shared row, so polls of all
 * processes count together.
 */
export function claimPaymentQuery(db: Db, orderNo: string, paid: boolean): Promise<Payment | undefined> {
  return db
    .updateTable('payment')
    .set({ queriedAt: sql`app_now()`, queryCount: sql`query_count + 1` })
    .where('orderNo', '=', orderNo)
    .where('status', '=', 'CREATED')
    .where(
      sql<boolean>`(queried_at is null or
        queried_at + interval '1 second' * least(${paid ? 2 : 15}::float8, 1.5 + query_count / 2.0) <= app_now())`,
    )
    .returning(paymentColumns)
    .executeTakeFirst()
}

export async function setPaymentChannelState(db: Db, outTradeNo: string, channelState: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ channelState })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'CREATED')
    .execute()
}

/**
 * Records that the payment is paid.
 * @param status REFUNDING when the order cannot use the money, because it is paid only once
 */
export async function setPaymentPaid(
  tx: Tx,
  outTradeNo: string,
  paid: { transactionId: string | null; paidAt: Date },
  status: 'PAID' | 'REFUNDING',
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({
      status,
      nextKind: null,
      payerKey: null,
      channelState: 'SUCCESS',
      transactionId: paid.transactionId,
      paidAt: paid.paidAt,
    })
    .where('outTradeNo', '=', outTradeNo)
    .execute()
}

/** The caller closes the payment at the channel. */
export async function closeOpenPayment(tx: Tx, orderNo: string): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: 'CLOSED', nextKind: null, payerKey: null })
    .where('orderNo', '=', orderNo)
    .where('status', '=', 'CREATED')
    .execute()
}

export async function setPaymentPaidAt(
  tx: Tx,
  { outTradeNo, orderNo }: { outTradeNo: string; orderNo: string },
  paidAt: Date,
): Promise<void> {
  await tx.updateTable('payment').set({ paidAt }).where('outTradeNo', '=', outTradeNo).execute()
  await tx
    .updateTable('orders')
    .set({ paidAt })
    .where('orderNo', '=', orderNo)
    .where('paidAt', 'is not', null)
    .where(sql<boolean>`not exists (select from refund where out_trade_no = ${outTradeNo} and reason <> 'REQUESTED')`)
    .execute()
}
