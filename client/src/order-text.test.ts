import { describe, expect, it } from 'vitest'
import {
  isRefundRequestWithdrawable,
  refundAvailability,
  refundRequestText,
} from '../../apps/learner/src/features/order/refund-text.ts'
import { noOrdersText, type Order, orderStateMark, orderTimesText, parseOrderStatus } from './order-text.ts'

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

describe('order texts', () => {
  it('unknown order states in an address are ignored', () => {
    expect(parseOrderStatus('PAID')).toBe('PAID')
    expect(parseOrderStatus('ALL')).toBeUndefined()
    expect(parseOrderStatus('constructor')).toBeUndefined()
  })

  it('an empty order list points to the refund list while a refund is requested', () => {
    const paths = { sign: () => '/sign', orders: () => '/orders' }
    expect(noOrdersText('REFUNDING', paths)).toEqual({
      text: '没有“退款中”的订单。退款申请审核期间，订单仍列在“已支付”中。',
      to: '/orders?status=PAID',
      action: '查看已支付的订单',
    })
    expect(noOrdersText('REFUNDED', paths)).toEqual({
      text: '没有“已退款”的订单。还在审核的列在“已支付”，正在退的列在“退款中”。',
      to: '/orders',
      action: '查看全部订单',
    })
    const signUp = { to: '/sign', action: '去报名' }
    expect(noOrdersText('CLOSED', paths)).toEqual({ text: '没有“已关闭”的订单。', ...signUp })
    expect(noOrdersText(undefined, paths)).toMatchObject(signUp)
  })

  it('an order of 0 fen counts as free', () => {
    expect(orderStateMark(paid).label).toBe('已支付')
    expect(orderStateMark({ ...paid, payType: 'FREE' })).toEqual({ label: '免费', kind: 'done' })
    expect(orderStateMark({ ...paid, payType: 'FREE', status: 'CLOSED' }).label).toBe('已关闭')
  })

  it('an order shows its payment deadline, payment time or reason for closing', () => {
    expect(orderTimesText(order)).toBe('下单 2026-01-01 08:00，请在 2026-01-01 10:00 前支付')
    expect(orderTimesText(paid)).toBe('下单 2026-01-01 08:00，支付 2026-01-01 09:00')
    expect(orderTimesText({ ...paid, payType: 'FREE', amount: 0 })).toBe('报名 2026-01-01 08:00')
    expect(orderTimesText({ ...order, status: 'CLOSED', closeReason: 'EXPIRED' })).toContain('超时未支付')
  })

  it('an order says whether money paid twice or too late has been returned', () => {
    const twice: Order = { ...paid, givenBack: { amount: 12_000, done: false, elsewhere: false } }
    expect(orderTimesText(twice)).toBe(
      '下单 2026-01-01 08:00，支付 2026-01-01 09:00，重复支付的 ¥120.00 正在原路退回，请以支付渠道的到账时间为准',
    )
    const givenBack = { amount: 12_000, done: true, elsewhere: false }
    const late: Order = { ...order, status: 'CLOSED', closeReason: 'REFUNDED_LATE', givenBack }
    expect(orderTimesText(late)).toBe('下单 2026-01-01 08:00，关闭后收到的 ¥120.00 已原路退回')
    const otherwise: Order = { ...late, givenBack: { ...givenBack, elsewhere: true } }
    expect(orderTimesText(otherwise)).toBe('下单 2026-01-01 08:00，关闭后收到的 ¥120.00 已退回')
  })

  it('a refund can be requested once and only for a paid order', () => {
    expect(refundAvailability(order)).toBeNull()
    expect(refundAvailability(paid)).toMatchObject({ mayAsk: true })
    expect(refundAvailability({ ...paid, refundRequest: request })).toMatchObject({ mayAsk: false })
    expect(refundAvailability({ ...paid, refundRequest: { ...request, state: 'REFUSED' } })).toMatchObject({
      mayAsk: true,
    })
  })

  it('a refund started by staff shows that staff started it and cannot be withdrawn', () => {
    expect(refundRequestText(request)).toBe('2026-01-02 08:00 申请：报错了年度')
    expect(isRefundRequestWithdrawable(request)).toBe(true)
    const byStaff = { ...request, byStaff: true }
    expect(refundRequestText(byStaff)).toContain('协会发起')
    expect(isRefundRequestWithdrawable(byStaff)).toBe(false)
  })

  it('an order says why it cannot be refunded, except a free order and an order with a refund request', () => {
    expect(refundAvailability({ ...paid, refundObstacle: 'HOURS_CREDITED' })).toMatchObject({
      mayAsk: false,
      why: '已取得学时，不能退款',
    })
    const late = { ...paid, refundObstacle: 'TOO_LATE' } as const
    expect(refundAvailability(late)).toMatchObject({ why: expect.stringContaining('联系客服') })
    expect(refundAvailability({ ...late, refundRequest: request })).toMatchObject({ why: '' })
    expect(refundAvailability({ ...paid, refundObstacle: 'FREE' })).toBeNull()
  })
})
