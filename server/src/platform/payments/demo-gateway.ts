import { z } from 'zod'
import { appNow, type Db } from '../db/database.ts'
import type { Keys } from '../keys.ts'
import {
  closeEntry,
  findEntry,
  findRefundedAt,
  listPaidOn,
  listRefundedOn,
  openEntry,
  refundEntry,
} from './demo-book.ts'
import {
  type BillLine,
  type ChannelBill,
  type ChannelOrder,
  type Gateway,
  noBillLines,
  type RefundAnswer,
} from './gateway.ts'

export const demoMerchant = 'DEMO-MERCHANT'
const freshMs = 5 * 60_000

/**
 * The demo cashier as a payment channel: no money moves, the book is table `demo_cashier`, its page is cashier.ts.
 * Everything else goes the way it would with a real channel.
 */
export function demoGateway(options: { db: Db; keys: Keys; publicUrl: () => string }): Gateway {
  const { db, keys, publicUrl } = options
  return {
    channel: 'DEMO',
    merchant: demoMerchant,
    create: async (order) => {
      await openEntry(db, order)
      return { codeUrl: `${publicUrl()}${cashierPath(keys, order.outTradeNo)}` }
    },
    query: (outTradeNo) => read(db, outTradeNo, 'NOTPAY'),
    close: async (outTradeNo) => {
      await closeEntry(db, outTradeNo)
      const said = await read(db, outTradeNo, 'CLOSED')
      if (said.state !== 'NOTPAY') return said
      // opened in between: now there is something to close
      await closeEntry(db, outTradeNo)
      return read(db, outTradeNo, 'CLOSED')
    },
    refund: async (refund) => {
      await refundEntry(db, refund)
      return (
        (await refundStateOf(db, refund.refundNo)) ?? {
          state: 'FAILED',
          doneAt: null,
          amountFen: null,
        }
      )
    },
    queryRefund: ({ refundNo }) => refundStateOf(db, refundNo),
    bill: (day) => readBill(db, day),
    readNotification: async (headers, body) => {
      const at = headers[timeHeader] ?? ''
      const signature = headers[signatureHeader] ?? ''
      if (!keys.macMatches(notificationUse, signedText(at, body.toString()), signature))
        throw new Error('the notification is not signed by the cashier')
      const age = (await appNow(db)).getTime() - Number(at)
      if (!(Math.abs(age) <= freshMs)) throw new Error('the notification is not fresh')
      return { kind: 'PAYMENT', order: notification.parse(JSON.parse(body.toString())) }
    },
  }
}

async function read(
  db: Db,
  outTradeNo: string,
  unknown: 'NOTPAY' | 'CLOSED',
): Promise<ChannelOrder> {
  const entry = await findEntry(db, outTradeNo)
  return {
    outTradeNo,
    state: entry?.state ?? unknown,
    amountFen: entry?.amountFen ?? 0,
    merchant: demoMerchant,
    transactionId: entry?.transactionId ?? null,
    paidAt: entry?.paidAt ?? null,
  }
}

async function refundStateOf(db: Db, refundNo: string): Promise<RefundAnswer | null> {
  const doneAt = await findRefundedAt(db, refundNo)
  return doneAt ? { state: 'DONE', doneAt, amountFen: null } : null
}

async function readBill(db: Db, day: string): Promise<ChannelBill> {
  const [paid, back] = [await listPaidOn(db, day), await listRefundedOn(db, day)]
  const lines: BillLine[] = [
    ...paid.map(({ paidAt, transactionId, ...row }) => ({
      ...row,
      kind: 'PAYMENT' as const,
      number: row.outTradeNo,
      transactionId: transactionId ?? '',
      at: paidAt,
    })),
    ...back.map(({ refundNo, refundedAt, transactionId, ...row }) => ({
      ...row,
      kind: 'REFUND' as const,
      number: refundNo,
      transactionId: transactionId ?? '',
      at: refundedAt,
    })),
  ]
  return { ...noBillLines, lines }
}

const pageUse = 'demo-cashier-page'
const notificationUse = 'demo-cashier-notification'
const timeHeader = 'x-demo-timestamp'
const signatureHeader = 'x-demo-signature'

/** Where one channel order is paid; its key keeps anybody from paying by a guessed number. */
export function cashierPath(keys: Keys, outTradeNo: string): string {
  return `/cashier/${outTradeNo}?k=${keys.mac(pageUse, outTradeNo)}`
}

/** Whether it is the key of this order's cashierPath, compared in constant time. */
export function cashierKeyMatches(keys: Keys, outTradeNo: string, key: string): boolean {
  return keys.macMatches(pageUse, outTradeNo, key)
}

/** A notification as the cashier sends it: body, time (milliseconds) and a MAC over both. */
export function signNotification(keys: Keys, order: ChannelOrder, at: Date) {
  const body = JSON.stringify(order)
  const time = String(at.getTime())
  const signature = keys.mac(notificationUse, signedText(time, body))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      [timeHeader]: time,
      [signatureHeader]: signature,
    },
  }
}

function signedText(time: string, body: string): string {
  return `${time}\n${body}`
}

const notification = z.object({
  outTradeNo: z.string(),
  state: z.enum(['NOTPAY', 'SUCCESS', 'PAYERROR', 'CLOSED', 'REFUND']),
  amountFen: z.int(),
  merchant: z.string(),
  transactionId: z.string().nullable(),
  paidAt: z.iso
    .datetime()
    .transform((at) => new Date(at))
    .nullable(),
})
