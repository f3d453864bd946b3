import { describe, expect, it } from 'vitest'
import { readAlipayNotification, readAlipayRefund, readAlipayTrade } from './messages.ts'

const ours = { appId: '2021000000000001', sellerId: '2088000000000001' }
const paidAt = '2026-11-22 10:34:56'
const trade = {
  out_trade_no: 'ORDERP1',
  trade_no: '2026112222001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '120.05',
}
const notice = { ...trade, app_id: ours.appId, seller_id: ours.sellerId }

describe('states of an Alipay trade', () => {
  it.each([
    ['WAIT_BUYER_PAY', undefined, 'NOTPAY'],
    ['TRADE_SUCCESS', paidAt, 'SUCCESS'],
    ['TRADE_FINISHED', paidAt, 'SUCCESS'],
    ['TRADE_CLOSED', undefined, 'CLOSED'],
    ['TRADE_CLOSED', paidAt, 'REFUND'],
  ])('reads %s, paid at %s, as %s in queries and notifications', (trade_status, at, state) => {
    const asked = { ...trade, trade_status, ...(at ? { send_pay_date: at } : {}) }
    const told = { ...notice, trade_status, ...(at ? { gmt_payment: at } : {}) }
    const expected = {
      outTradeNo: 'ORDERP1',
      state,
      amountFen: 12_005,
      merchant: ours.sellerId,
      transactionId: '2026112222001',
      paidAt: at ? new Date('2026-11-22T02:34:56Z') : null,
    }
    expect(readAlipayTrade(asked, 'ORDERP1', ours.sellerId)).toEqual(expected)
    expect(readAlipayNotification(told, ours)).toEqual({ order: expected })
  })

  it('refuses an Alipay trade with an unknown state or a wrong amount, time or order number', () => {
    const read = (change: object) => () => readAlipayTrade({ ...trade, ...change }, 'ORDERP1', '')
    expect(read({ trade_status: 'TRADE_PENDING' })).toThrow('unknown state')
    expect(read({ trade_status: 'toString' })).toThrow('unknown state')
    expect(read({ total_amount: '120.005' })).toThrow('an amount that is none')
    expect(read({ send_pay_date: 'now' })).toThrow('a time that is none')
    expect(read({ out_trade_no: 'ORDERP2' })).toThrow('another order')
    expect(() => readAlipayNotification(trade, ours)).toThrow()
  })

  it('an Alipay notification with another app or seller is read as one for another merchant', () => {
    for (const other of [{ app_id: '2021000000000002' }, { seller_id: '2088000000000002' }])
      expect(readAlipayNotification({ ...notice, ...other }, ours).order.merchant).not.toBe(ours.sellerId)
  })
})

it('a refund is done only when Alipay confirms its number; with all other responses it stays unknown', () => {
  const done = { out_request_no: 'R1', refund_status: 'REFUND_SUCCESS' }
  expect(readAlipayRefund(done, 'R1')).toEqual({ state: 'DONE', doneAt: null, amountFen: null })
  const at = new Date('2026-11-22T02:34:56Z')
  expect(readAlipayRefund({ ...done, gmt_refund_pay: paidAt }, 'R1')?.doneAt).toEqual(at)
  expect(readAlipayRefund({ ...done, gmt_refund_pay: 'soon' }, 'R1')?.doneAt).toBeNull()
  expect(readAlipayRefund({}, 'R1')).toBeNull()
  expect(readAlipayRefund({ out_request_no: 'R1', refund_status: 'REFUND_FAIL' }, 'R1')).toBeNull()
  expect(() => readAlipayRefund(done, 'R2')).toThrow('another refund')
})

it('a notification names a refund by its own number, or by the order’s number when it has none', () => {
  const back = { ...notice, gmt_payment: paidAt, gmt_refund: `${paidAt}.123`, refund_fee: '50.00' }
  const told = (change: object) => readAlipayNotification({ ...back, ...change }, ours).refunded
  expect(told({ out_biz_no: 'R1' })).toEqual({ refundNo: 'R1', totalFen: 5000 })
  expect(told({})).toEqual({ refundNo: 'ORDERP1', totalFen: 5000 })
  expect(told({ out_biz_no: 'not a number!' })).toEqual({ refundNo: 'ORDERP1', totalFen: 5000 })
  expect(told({ refund_fee: '0.00' })).toBeUndefined()
  const done = { out_request_no: 'R1', refund_status: 'REFUND_SUCCESS', refund_amount: '20.01' }
  expect(readAlipayRefund(done, 'R1')?.amountFen).toBe(2001)
})
