import { clientBase } from '@ce/contract'
import { expect } from 'vitest'
import { deps, sendRawRequest } from '../world.ts'
import { callCancelOrder, notificationCall, type TestOrder } from './order.ts'
import { createChannelNotificationOf, makeOrderAt, payAtWechat, type TestChannelNotification } from './wechat.ts'

export function makeAlipayOrder(options: Parameters<typeof makeOrderAt>[1] = {}): Promise<TestOrder> {
  return makeOrderAt('ALIPAY', options)
}

export async function deliverAlipayNotification(
  { headers, body }: Pick<TestChannelNotification, 'headers' | 'body'>,
  channel = 'ALIPAY',
): Promise<{ status: number; type: string | null; text: string }> {
  const path = clientBase + notificationCall.replace('POST ', '').replace(':channel', channel)
  const response = await sendRawRequest(path, { method: 'POST', headers, body })
  const type = response.headers.get('content-type')
  return { status: response.status, type, text: await response.text() }
}

/** Alipay repeats a notification until it gets exactly this answer. */
export const alipaySuccessResponse = { status: 200, type: 'text/plain; charset=utf-8', text: 'success' }

export async function makePaidAlipayOrder(options: Parameters<typeof makeOrderAt>[1] = {}): Promise<TestOrder> {
  const order = await makeAlipayOrder(options)
  await payAtWechat(order)
  expect(await deliverAlipayNotification(await createChannelNotificationOf(order))).toEqual(alipaySuccessResponse)
  return order
}

export async function makeTwicePaidOrder(): Promise<TestOrder> {
  const first = await makeAlipayOrder()
  await callCancelOrder(first)
  await makePaidAlipayOrder({ student: first.student, plan: first.plan })
  expect(await payAtWechat(first)).toBe(true)
  expect(await deliverAlipayNotification(await createChannelNotificationOf(first))).toEqual(alipaySuccessResponse)
  return first
}

export async function openAlipayGateway() {
  const found = (await deps()).gateways.get('ALIPAY')
  if (!found) throw new Error('no gateway')
  return found
}
