import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, staffCall } from '../world.ts'
import type { TestOrder } from './order.ts'
import { makeStaff } from './staff.ts'
import { makePaidWechatOrder } from './wechat.ts'

export const callRequestRefund = (order: TestOrder, change: object = {}) =>
  call(
    'POST /order/v1/request_refund',
    { id: randomUUID(), orderNo: order.orderNo, reason: '报错了年度', ...change },
    order.student.token,
  )

/** @returns the id and the order of a refund request that waits for a decision */
export async function makeRefundRequest(options: { paid?: TestOrder } = {}) {
  const order = options.paid ?? (await makePaidWechatOrder())
  const id = randomUUID()
  expect(await callRequestRefund(order, { id })).toMatchObject({ code: 1, data: null })
  return { ...order, id }
}

export async function callDecideRefund(id: string, change: object = {}) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const decision = { id, decision: 'APPROVED', reason: '符合规定', ...change }
  return staffCall('POST /finance/v1/decide_refund', decision, token)
}

export async function approveTestRefund(id: string): Promise<void> {
  expect(await callDecideRefund(id)).toMatchObject({ code: 1 })
}
