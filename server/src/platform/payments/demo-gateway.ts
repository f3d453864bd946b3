import { z } from 'zod'
import { appNow, type Db } from '../db/database.ts'
import type { Keys } from '../keys.ts'
import {
  closeDemoEntry,
  createDemoEntry,
  findDemoEntry,
  findDemoRefundTime,
  listDemoPaymentsOn,
  listDemoRefundsOn,
  refundDemoEntry,
} from './demo-book.ts'
import {
  type BillLine,
  type ChannelBill,
  type ChannelOrder,
  emptyBill,
  type Gateway,
  type RefundAnswer,
} from './gateway.ts'

export const demoMerchant = 'DEMO-MERCHANT'
const freshMs = 5 * 60_000

/** No money moves: the payments are in the table `demo_cashier`, and cashier.ts is the payment page. */
export function createDemoGateway(options: { db: Db; keys: Keys; publicUrl: () => string }): Gateway {
  const { db, keys, publicUrl } = options
  return {
    channel: 'DEMO',
    merchant: demoMerchant,
    create: async (order) => {
      await createDemoEntry(db, order)
      return { codeUrl: `${publicUrl()}${demoCashierPathOf(keys, order.outTradeNo)}` }
    },
    query: (outTradeNo) => read(db, outTradeNo, 'NOTPAY'),
    close: async (outTradeNo) => {
      await closeDemoEntry(db, outTradeNo)
      const said = await read(db, outTradeNo, 'CLOSED')
      if (said.state !== 'NOTPAY') return said
      await closeDemoEntry(db, outTradeNo)
      return read(db, outTradeNo, 'CLOSED')
    },
    refund: async (refund) => {
      await refundDemoEntry(db, refund)
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

async function read(db: Db, outTradeNo: string, unknown: 'NOTPAY' | 'CLOSED'): Promise<ChannelOrder> {
  const entry = await findDemoEntry(db, outTradeNo)
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
  const doneAt = await findDemoRefundTime(db, refundNo)
  return doneAt ? { state: 'DONE', doneAt, amountFen: null } : null
}

async function readBill(db: Db, day: string): Promise<ChannelBill> {
  const [paid, back] = [await listDemoPaymentsOn(db, day), await listDemoRefundsOn(db, day)]
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
  return { ...emptyBill, lines }
}

const pageUse = 'demo-cashier-page'
const notificationUse = 'demo-cashier-notification'
const timeHeader = 'x-demo-timestamp'
const signatureHeader = 'x-demo-signature'

/** The path has a key, so that nobody can pay by guessing a number. */
export function demoCashierPathOf(keys: Keys, outTradeNo: string): string {
  return `/cashier/${outTradeNo}?k=${keys.mac(pageUse, outTradeNo)}`
}

export function verifyCashierKey(keys: Keys, outTradeNo: string, key: string): boolean {
  return keys.macMatches(pageUse, outTradeNo, key)
}

/** The MAC covers body and time in milliseconds. */
export function signDemoNotification(keys: Keys, order: ChannelOrder, at: Date) {
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
