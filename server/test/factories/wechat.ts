import { expect } from 'vitest'
import { appNow } from '../../src/platform/db/database.ts'
import { deps, passTime, world } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { callCreateOrder, chosenCourseIds, sendCashierNotification, type TestOrder } from './order.ts'
import { makeStudent, type TestStudent } from './student.ts'

export interface TestChannelNotification {
  url: string
  headers: Record<string, string>
  body: string
}

export interface TestChannelBook {
  trades: { outTradeNo: string; type: string; state: string; total: number; codeUrl: string }[]
  refunds: { refundNo: string; outTradeNo: string; amount: number; status: string }[]
}

/** Sends a command to the simulated payment channel (tools/payment/control.ts). */
export async function controlChannel<Answer = object>(name: string, input: object = {}): Promise<Answer> {
  const response = await fetch(`${world().payments.url}/control/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(`the simulator answered ${name} with ${response.status}`)
  return (await response.json()) as Answer
}

export async function syncChannelClock(): Promise<void> {
  const { db } = await deps()
  await controlChannel('clock', { shift: (await appNow(db)).getTime() - Date.now() })
}

export async function passTimeEverywhere(seconds: number): Promise<void> {
  await passTime(seconds)
  await syncChannelClock()
}

export function failNextCalls(call: string, kind: string, times = 1, ms?: number) {
  return controlChannel('faults', [{ call, kind, times, ms }])
}

/** Ends all simulated faults: the channel responds again, sends each notification once, and its refunds succeed. */
export async function resetChannel(): Promise<void> {
  await controlChannel('faults', [])
  await controlChannel('sending', { mode: 'ONCE', ms: 0 })
  await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
}

interface Wish {
  student?: TestStudent
  plan?: TestPlan
  courseIds?: string[]
}

export function makeWechatOrder(options: Wish = {}): Promise<TestOrder> {
  return makeOrderAt('WECHAT', options)
}

export async function makeOrderAt(payType: 'WECHAT' | 'ALIPAY', options: Wish): Promise<TestOrder> {
  await syncChannelClock()
  const student = options.student ?? (await makeStudent())
  const plan = options.plan ?? (await makePlan())
  const courseIds = options.courseIds ?? chosenCourseIds(plan)
  const { data } = await callCreateOrder(student, plan, { courseIds, payType })
  expect(data.status).toBe('PENDING')
  const { orderNo, signId, codeUrl } = data
  return { student, plan, orderNo, signId, codeUrl: codeUrl ?? '', outTradeNo: `${orderNo}P1` }
}

/** `force` also pays a closed order. */
export async function payAtWechat(order: Pick<TestOrder, 'outTradeNo'>, force = false): Promise<boolean> {
  const { outTradeNo } = order
  return (await controlChannel<{ paid: boolean }>('pay', { outTradeNo, force })).paid
}

export async function createChannelNotificationOf(
  { outTradeNo }: Pick<TestOrder, 'outTradeNo'>,
  lie: object = {},
): Promise<TestChannelNotification> {
  await syncChannelClock()
  return controlChannel<TestChannelNotification>('message', { outTradeNo, lie })
}

export const deliverNotification = (message: Pick<TestChannelNotification, 'headers' | 'body'>, channel = 'WECHAT') =>
  sendCashierNotification(message, channel)

export async function makePaidWechatOrder(options: Wish = {}): Promise<TestOrder> {
  const order = await makeWechatOrder(options)
  await payAtWechat(order)
  expect((await deliverNotification(await createChannelNotificationOf(order))).status).toBe(200)
  return order
}

export function readChannelBook(...orders: Pick<TestOrder, 'outTradeNo'>[]): Promise<TestChannelBook> {
  return controlChannel<TestChannelBook>('book', { outTradeNos: orders.map(({ outTradeNo }) => outTradeNo) })
}
