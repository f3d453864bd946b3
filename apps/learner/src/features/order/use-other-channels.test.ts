import type { Order } from '@ce/client/order-text.ts'
import { expect, it } from 'vitest'
import { findSuccessorOrder } from './use-other-channels.ts'

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

it('findSuccessorOrder finds the unpaid order of the same sign-up as the shown order', () => {
  const shown = { orderNo: 'old', signId: 's' }
  const list = [unpaid('other', 'another year'), unpaid('new', 's')]
  expect(findSuccessorOrder(shown, list)).toMatchObject({
    orderNo: 'new',
    payType: 'ALIPAY',
    year: 2026,
    courseIds: ['c'],
  })
})

it('findSuccessorOrder finds nothing while the shown order is unpaid or when only other years have unpaid orders', () => {
  const shown = { orderNo: 'old', signId: 's' }
  expect(findSuccessorOrder(shown, [unpaid('old', 's')])).toBeUndefined()
  expect(findSuccessorOrder(shown, [unpaid('other', 'another year')])).toBeUndefined()
})
