import { expect, it } from 'vitest'
import { staffNameOf } from '../../components/StaffName.tsx'
import { differenceText, eventDetailText, nextBillRequestText, refundApprovedText, refundStateMark } from './labels.ts'

it('an order event is described in words instead of field names and codes', () => {
  expect(eventDetailText({ status: 'DONE', ours: 12_000, key: 'x' })).toBe('平台金额 ¥120.00，平台状态 已退回')
  expect(eventDetailText({ status: 'UNHEARD_OF' })).toBe('平台状态 UNHEARD_OF')
})

it('the text of an event leaves out a number that the page already shows', () => {
  const detail = { outTradeNo: 'P1', ours: 100 }
  expect(eventDetailText(detail, 'P1')).toBe('平台金额 ¥1.00')
  expect(eventDetailText(detail, 'RP1')).toBe('平台金额 ¥1.00，商户订单号 P1')
})

it('an empty bill of a whole day is described differently from a payment missing in a bill', () => {
  const lacking = {
    id: '',
    kind: 'NOT_AT_CHANNEL' as const,
    subject: 'P1',
    channel: 'ALIPAY',
    orderNo: 'O1',
    day: '2026-11-20',
    wholeDay: false,
    detail: {},
    foundAt: '',
    state: 'OPEN' as const,
    ...{ resolvedBy: null, resolvedAt: null, resolution: null },
    ...{ sum: -100, rest: 100, waits: false },
  }
  expect(differenceText(lacking)).toMatchObject({ about: 'P1', asks: false })
  expect(differenceText({ ...lacking, subject: 'ALIPAY 2026-11-20', wholeDay: true })).toMatchObject({
    label: '渠道账单为空，平台有入账',
    about: '2026-11-20 的账单',
    asks: true,
  })
})

it('a refund made in the merchant console is shown with its own number', () => {
  const foreign = { kind: 'REFUND_UNKNOWN', subject: 'O1P1 H1', wholeDay: false, day: null }
  expect(differenceText(foreign as Parameters<typeof differenceText>[0]).about).toBe('H1')
})

it('the text about the next bill request names its time, or says that a failed or empty bill is requested again', () => {
  const nextAt = '2026-11-21T02:00:00Z'
  expect(nextBillRequestText({ why: 'NOT_DUE', nextAt })).toBe('2026-11-21 10:00 获取账单')
  expect(nextBillRequestText({ why: 'NOT_TRIED', nextAt: null })).toBe('一分钟内获取账单')
  expect(nextBillRequestText({ why: 'FAILED', nextAt: null })).toBe('一分钟内重新获取')
  expect(nextBillRequestText({ why: 'NO_CHANNEL', nextAt: null })).toBe('平台运维恢复渠道配置后获取')
  expect(nextBillRequestText({ why: 'EMPTY', nextAt })).toBe('2026-11-21 10:00 重新获取')
})

it('an actor who is not a staff member is named by kind, such as student', () => {
  expect(['system', 'student:1', 'organisation:2', 'finance'].map((actor) => staffNameOf(actor))).toEqual([
    '系统',
    '学员',
    '用人单位',
    'finance',
  ])
})

it('after approval of a refund only the remaining steps are shown', () => {
  const invoice = {
    ...{ id: '', applyNo: 'A1', state: 'ISSUED' as const, withdrawn: false },
    ...{ amount: 12_000, onRefund: 'RED_REVERSAL' as const },
    waitsFor: 'RED_REVERSAL' as const,
  }
  expect(refundApprovedText({ status: 'REFUNDED', invoice })).toBe('发票待红冲，请在“发票 → 待红冲”录入红字发票号码。')
  const over = { ...invoice, state: 'FAILED' as const, waitsFor: null }
  expect(refundApprovedText({ status: 'PAID', invoice: over })).toBe('渠道确认后订单变为已退款。')
  expect(refundApprovedText({ status: 'REFUNDED', invoice: null })).toBe('')
})

it('a refund paid outside the channel, fully or partly, is marked as such', () => {
  const refund = (status: 'DONE' | 'FAILED', elsewhere = 0) =>
    refundStateMark({ status, elsewhere, amount: 12_000 } as Parameters<typeof refundStateMark>[0])
  expect(refund('DONE', 12_000)).toEqual({ label: '已另行退回', kind: 'done' })
  expect(refund('DONE').label).toBe('已退回')
  expect(refund('DONE', 5000).label).toBe('已退回，其中另行退回 ¥50.00')
  expect(refund('FAILED', 5000)).toEqual({
    label: '已另行退回 ¥50.00，其余 ¥70.00 待退',
    kind: 'error',
  })
})
