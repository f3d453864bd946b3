import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, staffCall } from '../world.ts'
import type { TestOrder } from './order.ts'
import { makeStaff } from './staff.ts'
import { makePaidWechatOrder } from './wechat.ts'

/** A student asks to have an order's money back. */
export const requestRefund = (order: TestOrder, change: object = {}) =>
  call(
    'POST /order/v1/request_refund',
    { id: randomUUID(), orderNo: order.orderNo, reason: '报错了年度', ...change },
    order.student.token,
  )

/** A request that waits for a decision, its id with its order: a paid one of its own, or `paid`. */
export async function makeRefundRequest(options: { paid?: TestOrder } = {}) {
  const order = options.paid ?? (await makePaidWechatOrder())
  const id = randomUUID()
  expect(await requestRefund(order, { id })).toMatchObject({ code: 1, data: null })
  return { ...order, id }
}

/** Finance decide about a request: somebody new of them each time. */
export async function decideRefund(id: string, change: object = {}) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const decision = { id, decision: 'APPROVED', reason: '符合规定', ...change }
  return staffCall('POST /finance/v1/decide_refund', decision, token)
}

/** The same, where it must be granted. */
export async function grantRefund(id: string): Promise<void> {
  expect(await decideRefund(id)).toMatchObject({ code: 1 })
}
