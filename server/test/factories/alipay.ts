import { clientBase } from '@ce/contract'
import { expect } from 'vitest'
import { ask, deps } from '../world.ts'
import { cancelOrder, type TestOrder } from './order.ts'
import { type Message, messageOf, notifyCall, pay, placeAt } from './wechat.ts'

/** An order that waits to be paid at the simulated Alipay; nobody has scanned its QR. */
export function makeAlipayOrder(options: Parameters<typeof placeAt>[1] = {}): Promise<TestOrder> {
  return placeAt('ALIPAY', options)
}

/** Brings a notification to one of our servers. @returns what it answered, as the channel reads it */
export async function tell(
  { headers, body }: Pick<Message, 'headers' | 'body'>,
  channel = 'ALIPAY',
): Promise<{ status: number; type: string | null; text: string }> {
  const path = clientBase + notifyCall.replace('POST ', '').replace(':channel', channel)
  const response = await ask(path, { method: 'POST', headers, body })
  const type = response.headers.get('content-type')
  return { status: response.status, type, text: await response.text() }
}

/** What a good answer is to Alipay: exactly this, or it says it again. */
export const heard = { status: 200, type: 'text/plain; charset=utf-8', text: 'success' }

/** Paid, and told of. */
export async function makePaidAlipayOrder(
  options: Parameters<typeof placeAt>[1] = {},
): Promise<TestOrder> {
  const order = await makeAlipayOrder(options)
  await pay(order)
  expect(await tell(await messageOf(order))).toEqual(heard)
  return order
}

/** Of what came twice: the student's first order is given up, the second paid, and then somebody scans the first one's QR. */
export async function payTwice(): Promise<TestOrder> {
  const first = await makeAlipayOrder()
  await cancelOrder(first)
  await makePaidAlipayOrder({ student: first.student, plan: first.plan })
  expect(await pay(first)).toBe(true)
  expect(await tell(await messageOf(first))).toEqual(heard)
  return first
}

/** The server's own door to Alipay. */
export async function gateway() {
  const found = (await deps()).gateways.get('ALIPAY')
  if (!found) throw new Error('no gateway')
  return found
}
