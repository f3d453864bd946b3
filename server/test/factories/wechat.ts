import { type ClientCalls, clientBase, type Envelope } from '@ce/contract'
import { expect } from 'vitest'
import { appNow } from '../../src/platform/db/database.ts'
import { ask, deps, passTime, world } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { choiceOf, type TestOrder, tryOrder } from './order.ts'
import { makeStudent, type TestStudent } from './student.ts'

/** A notification as the channel would send it. */
export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

export interface Book {
  trades: { outTradeNo: string; type: string; state: string; total: number; codeUrl: string }[]
  refunds: { refundNo: string; outTradeNo: string; amount: number; status: string }[]
}

/** What the world does to the channel (tools/payment/control.ts). */
export async function control<Answer = object>(name: string, input: object = {}): Promise<Answer> {
  const response = await fetch(`${world().payments.url}/control/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(`the simulator answered ${name} with ${response.status}`)
  return (await response.json()) as Answer
}

/** The channel's clock goes with the rules' one. */
export async function syncClock(): Promise<void> {
  const { db } = await deps()
  await control('clock', { shift: (await appNow(db)).getTime() - Date.now() })
}

export async function passTimeEverywhere(seconds: number): Promise<void> {
  await passTime(seconds)
  await syncClock()
}

/** The next calls go wrong. */
export function fail(call: string, kind: string, times = 1, ms?: number) {
  return control('faults', [{ call, kind, times, ms }])
}

/** As it is at first: it answers, tells of everything once, and gives money back. */
export async function calmChannel(): Promise<void> {
  await control('faults', [])
  await control('sending', { mode: 'ONCE', ms: 0 })
  await control('refundOutcome', { outcome: 'SUCCESS' })
}

interface Wish {
  student?: TestStudent
  plan?: TestPlan
  courseIds?: string[]
}

/** An order that waits to be paid at the simulated channel. */
export function makeWechatOrder(options: Wish = {}): Promise<TestOrder> {
  return placeAt('WECHAT', options)
}

/** The same at either of the two. */
export async function placeAt(payType: 'WECHAT' | 'ALIPAY', options: Wish): Promise<TestOrder> {
  await syncClock()
  const student = options.student ?? (await makeStudent())
  const plan = options.plan ?? (await makePlan())
  const courseIds = options.courseIds ?? choiceOf(plan)
  const { data } = await tryOrder(student, plan, { courseIds, payType })
  expect(data.status).toBe('PENDING')
  const { orderNo, signId, codeUrl } = data
  return { student, plan, orderNo, signId, codeUrl: codeUrl ?? '', outTradeNo: `${orderNo}P1` }
}

/** Somebody scans and pays; the channel keeps it to itself. `force`: also what is closed. */
export async function pay(order: Pick<TestOrder, 'outTradeNo'>, force = false): Promise<boolean> {
  const { outTradeNo } = order
  return (await control<{ paid: boolean }>('pay', { outTradeNo, force })).paid
}

/** What the channel would send about a payment, signed by it; with any lie. */
export async function messageOf(
  { outTradeNo }: Pick<TestOrder, 'outTradeNo'>,
  lie: object = {},
): Promise<Message> {
  await syncClock()
  return control<Message>('message', { outTradeNo, lie })
}

export const notifyCall: keyof ClientCalls = 'POST /order/v1/notify/:channel'

/** Brings a message to one of our servers. */
export async function deliver(
  message: Pick<Message, 'headers' | 'body'>,
  channel = 'WECHAT',
): Promise<{ status: number; key: string | undefined }> {
  const path = clientBase + notifyCall.replace('POST ', '').replace(':channel', channel)
  const { headers, body } = message
  const response = await ask(path, { method: 'POST', headers, body })
  const { data } = (await response.json()) as Envelope<{ key?: string } | null>
  return { status: response.status, key: data?.key }
}

/** Paid, and told of. */
export async function makePaidWechatOrder(options: Wish = {}): Promise<TestOrder> {
  const order = await makeWechatOrder(options)
  await pay(order)
  expect((await deliver(await messageOf(order))).status).toBe(200)
  return order
}

/** The channel's book about these orders. */
export function channelBook(...orders: Pick<TestOrder, 'outTradeNo'>[]): Promise<Book> {
  return control<Book>('book', { outTradeNos: orders.map(({ outTradeNo }) => outTradeNo) })
}
