import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'

/** By a QR, in a phone's own browser, or inside WeChat's. */
export type PayKind = Schema['payment']['kind']

/** One channel order of ours. Amount in fen. */
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

/** By our number at the channel; an order has many of them. */
export function findPayment(db: Db, outTradeNo: string) {
  return selectPayment(db).where('outTradeNo', '=', outTradeNo).executeTakeFirst()
}

/** Which of these numbers are payments of ours. */
export async function findOurs(db: Db, channel: string, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment')
    .select('outTradeNo')
    .where('channel', '=', channel)
    .where('outTradeNo', '=', sql<string>`any(${numbers})`)
    .execute()
  return new Set(rows.map(({ outTradeNo }) => outTradeNo))
}

/** The payment that an open order waits for. */
export function findOpenPayment(db: Db, orderNo: string) {
  return selectPayment(db)
    .where('orderNo', '=', orderNo)
    .where('status', '=', 'CREATED')
    .executeTakeFirst()
}

/** Takes the payment's row lock, the last of sign, order, payment. */
export function lockPayment(tx: Tx, outTradeNo: string) {
  return selectPayment(tx)
    .where('outTradeNo', '=', outTradeNo)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Before the channel hears of it, so that whatever it answers has a row. A QR unless `kind` says otherwise. */
export async function insertPayment(
  tx: Tx,
  payment: {
    outTradeNo: string
    orderNo: string
    channel: string
    amountFen: number
    kind?: PayKind
    /** CLOSED: it is to pay an order that is not there yet (store/successors.ts) */
    status?: 'CREATED' | 'CLOSED'
  },
): Promise<void> {
  await tx
    .insertInto('payment')
    .values({ kind: 'NATIVE', status: 'CREATED', ...payment })
    .execute()
}

/**
 * Remembers where it is paid: the first address stays. Null: it was closed or paid meanwhile, or another shall take its
 * place – that is written down before it is closed at the channel, where the closing may have come first.
 */
export async function keepCodeUrl(
  db: Db,
  outTradeNo: string,
  codeUrl: string,
): Promise<string | null> {
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

/** Until when the channel still knows where a payment is made: an H5 address lives for 5 minutes, a prepay_id for 120. */
const freshMinutes = { H5: 4, JSAPI: 110 } as const

/** Whether the address it was opened with is still good. A QR is as long as its order lives. */
export async function isFresh(db: Db, { outTradeNo, kind }: Payment): Promise<boolean> {
  if (kind === 'NATIVE') return true
  const row = await db
    .selectFrom('payment')
    .select('outTradeNo')
    .where('outTradeNo', '=', outTradeNo)
    .where(
      'createdAt',
      '>',
      sql<Date>`app_now() - interval '1 minute' * ${freshMinutes[kind]}::int`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Writes down for whom an open payment is placed at the channel, before it is. False: it was for somebody else, and the
 * number is good for no other payer.
 */
export async function claimForPayer(
  tx: Tx,
  outTradeNo: string,
  payerKey: string,
): Promise<boolean> {
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

/** Writes down what takes an open payment's place once it is closed at the channel. */
export async function setNextKind(tx: Tx, outTradeNo: string, nextKind: PayKind): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ nextKind })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'CREATED')
    .execute()
}

/** How many channel orders an order has had; exact under the order's lock. */
export function countPayments(tx: Tx, orderNo: string): Promise<number> {
  return countOf(tx.selectFrom('payment').where('orderNo', '=', orderNo))
}

/** The payment that a paid order was paid by. */
export function findPaidPayment(db: Db, orderNo: string) {
  return selectPayment(db)
    .where('orderNo', '=', orderNo)
    .where('status', '=', 'PAID')
    .executeTakeFirst()
}

/**
 * The payment an open order waits for, if it is this caller's turn to ask the channel about it: at most every 2 s,
 * growing to 15 s with the number of questions unless somebody says they have paid; the row is shared, so that any
 * number of polls in any process ask no oftener.
 */
export function claimQuery(db: Db, orderNo: string, paid: boolean): Promise<Payment | undefined> {
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

/** What the channel says of a payment that is still open. */
export async function setChannelState(
  db: Db,
  outTradeNo: string,
  channelState: string,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ channelState })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'CREATED')
    .execute()
}

/** Money came: to keep, or – an order is paid once – to go back at once. */
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

/** In our books; what becomes of it at the channel is the caller's to see to. None open: nothing happens. */
export async function closeOpenPayment(tx: Tx, orderNo: string): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: 'CLOSED', nextKind: null, payerKey: null })
    .where('orderNo', '=', orderNo)
    .where('status', '=', 'CREATED')
    .execute()
}

/** The bill has it on another day; so has the order that it paid – what came twice or too late paid none. */
export async function setPaidTime(
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
    .where(
      sql<boolean>`not exists (select from refund where out_trade_no = ${outTradeNo} and reason <> 'REQUESTED')`,
    )
    .execute()
}
