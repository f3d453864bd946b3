import type { Order } from '@ce/client/order-text.ts'
import { expect, it } from 'vitest'
import { openInstead } from './other-channels.ts'

const unpaid = (orderNo: string, signId: string): Order => ({
  orderNo,
  status: 'PENDING',
  payType: 'ALIPAY',
  amount: 12_000,
  createdAt: '2026-01-01T00:00:00Z',
  expireAt: '2026-01-01T02:00:00Z',
  paidAt: null,
  closedAt: null,
  closeReason: null,
  codeUrl: null,
  lines: [{ signId, year: 2026, title: '2026 年度', courseIds: ['c'], amount: 12_000 }],
  refundRequest: null,
  givenBack: null,
  invoiceDeadline: null,
  refundObstacle: 'NOT_PAID',
})

it('finds the order that has taken another one’s place though the change was refused', () => {
  const shown = { orderNo: 'old', signId: 's' }
  const list = [unpaid('other', 'another year'), unpaid('new', 's')]
  expect(openInstead(shown, list)).toMatchObject({
    orderNo: 'new',
    payType: 'ALIPAY',
    year: 2026,
    courseIds: ['c'],
  })
})

it('finds none while the one shown still stands, or nothing of the year is unpaid', () => {
  const shown = { orderNo: 'old', signId: 's' }
  expect(openInstead(shown, [unpaid('old', 's')])).toBeUndefined()
  expect(openInstead(shown, [unpaid('other', 'another year')])).toBeUndefined()
})
