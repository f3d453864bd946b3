import { describe, expect, it } from 'vitest'
import {
  askedWords,
  mayWithdrawRefund,
  refundOf,
} from '../../apps/learner/src/features/order/refund-text.ts'
import { noOrders, type Order, orderMark, orderTimes, readOrderStatus } from './order-text.ts'

const order: Order = {
  orderNo: '20260101000000AAAAAAAA',
  status: 'PENDING',
  payType: 'WECHAT',
  amount: 12_000,
  createdAt: '2026-01-01T00:00:00Z',
  expireAt: '2026-01-01T02:00:00Z',
  paidAt: null,
  closedAt: null,
  closeReason: null,
  codeUrl: 'weixin://x',
  lines: [],
  givenBack: null,
  invoiceDeadline: null,
  refundRequest: null,
  refundObstacle: 'NOT_PAID',
}
const paid: Order = {
  ...order,
  status: 'PAID',
  paidAt: '2026-01-01T01:00:00Z',
  refundObstacle: null,
}
const request = {
  id: 'r',
  reason: '报错了年度',
  state: 'OPEN',
  byStaff: false,
  askedAt: '2026-01-02T00:00:00Z',
  decidedAt: null,
  decideReason: null,
} as const

describe('words of an order', () => {
  it('reads only states from an address', () => {
    expect(readOrderStatus('PAID')).toBe('PAID')
    expect(readOrderStatus('ALL')).toBeUndefined()
    expect(readOrderStatus('constructor')).toBeUndefined()
  })

  it('of which there are none, says where one with a refund asked for is, instead of offering another', () => {
    const paths = { sign: () => '/sign', orders: () => '/orders' }
    expect(noOrders('REFUNDING', paths)).toEqual({
      text: '没有“退款中”的订单。退款申请审核期间，订单仍列在“已支付”中。',
      to: '/orders?status=PAID',
      action: '查看已支付的订单',
    })
    expect(noOrders('REFUNDED', paths)).toEqual({
      text: '没有“已退款”的订单。还在审核的列在“已支付”，正在退的列在“退款中”。',
      to: '/orders',
      action: '查看全部订单',
    })
    const signUp = { to: '/sign', action: '去报名' }
    expect(noOrders('CLOSED', paths)).toEqual({ text: '没有“已关闭”的订单。', ...signUp })
    expect(noOrders(undefined, paths)).toMatchObject(signUp)
  })

  it('is free where nothing was to be paid', () => {
    expect(orderMark(paid).label).toBe('已支付')
    expect(orderMark({ ...paid, payType: 'FREE' })).toEqual({ label: '免费', kind: 'done' })
    expect(orderMark({ ...paid, payType: 'FREE', status: 'CLOSED' }).label).toBe('已关闭')
  })

  it('says until when it can be paid, when it was, or why it was closed', () => {
    expect(orderTimes(order)).toBe('下单 2026-01-01 08:00，请在 2026-01-01 10:00 前支付')
    expect(orderTimes(paid)).toBe('下单 2026-01-01 08:00，支付 2026-01-01 09:00')
    expect(orderTimes({ ...paid, payType: 'FREE', amount: 0 })).toBe('报名 2026-01-01 08:00')
    expect(orderTimes({ ...order, status: 'CLOSED', closeReason: 'EXPIRED' })).toContain(
      '超时未支付',
    )
  })

  it('says of money that came twice or too late whether it is back', () => {
    const twice: Order = { ...paid, givenBack: { amount: 12_000, done: false, elsewhere: false } }
    expect(orderTimes(twice)).toBe(
      '下单 2026-01-01 08:00，支付 2026-01-01 09:00，重复支付的 ¥120.00 正在原路退回，请以支付渠道的到账时间为准',
    )
    const givenBack = { amount: 12_000, done: true, elsewhere: false }
    const late: Order = { ...order, status: 'CLOSED', closeReason: 'REFUNDED_LATE', givenBack }
    expect(orderTimes(late)).toBe('下单 2026-01-01 08:00，关闭后收到的 ¥120.00 已原路退回')
    const otherwise: Order = { ...late, givenBack: { ...givenBack, elsewhere: true } }
    expect(orderTimes(otherwise)).toBe('下单 2026-01-01 08:00，关闭后收到的 ¥120.00 已退回')
  })

  it('a refund is asked for once, and only of what was paid', () => {
    expect(refundOf(order)).toBeNull()
    expect(refundOf(paid)).toMatchObject({ mayAsk: true })
    expect(refundOf({ ...paid, refundRequest: request })).toMatchObject({ mayAsk: false })
    expect(refundOf({ ...paid, refundRequest: { ...request, state: 'REFUSED' } })).toMatchObject({
      mayAsk: true,
    })
  })

  it('what staff began says so and is not taken back', () => {
    expect(askedWords(request)).toBe('2026-01-02 08:00 申请：报错了年度')
    expect(mayWithdrawRefund(request)).toBe(true)
    const byStaff = { ...request, byStaff: true }
    expect(askedWords(byStaff)).toContain('协会发起')
    expect(mayWithdrawRefund(byStaff)).toBe(false)
  })

  it('says why a refund is out of the question, unless nobody would ask', () => {
    expect(refundOf({ ...paid, refundObstacle: 'HOURS_CREDITED' })).toMatchObject({
      mayAsk: false,
      why: '已取得学时，不能退款',
    })
    const late = { ...paid, refundObstacle: 'TOO_LATE' } as const
    expect(refundOf(late)).toMatchObject({ why: expect.stringContaining('联系客服') })
    // asked for in time
    expect(refundOf({ ...late, refundRequest: request })).toMatchObject({ why: '' })
    expect(refundOf({ ...paid, refundObstacle: 'FREE' })).toBeNull()
  })
})
