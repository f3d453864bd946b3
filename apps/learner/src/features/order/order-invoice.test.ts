import type { Invoice } from '@ce/client/invoice.ts'
import { expect, it } from 'vitest'
import { orderInvoiceOf } from './order-invoice.ts'

const paid = {
  orderNo: '2026',
  status: 'PAID',
  invoiceDeadline: { day: '2027-12-31', passed: false },
} as const
const invoice = (part: Partial<Invoice>) =>
  ({ id: 'i', orderNo: '2026', withdrawnAt: null, failReason: null, ...part }) as Invoice
const shown = (order: Parameters<typeof orderInvoiceOf>[0], newest?: Invoice) => {
  const { note, links } = orderInvoiceOf(order, newest)
  return [note, ...links.map(({ to, words }) => `${words} ${to}`)]
}

it('a paid order offers to apply for its invoice once', () => {
  expect(shown(paid)).toEqual(['发票可申请至 2027-12-31', '申请发票 /system/orders/2026/invoice'])
  expect(shown({ ...paid, invoiceDeadline: null })).toEqual([null])
  expect(shown({ ...paid, status: 'PENDING' })).toEqual([null])
  expect(shown(paid, invoice({ state: 'ISSUED' }))).toEqual([null, '发票：已开票 /system/invoices/i'])
  const withdrawn = invoice({ state: 'FAILED', withdrawnAt: '2026-01-01T00:00:00Z' })
  expect(shown(paid, withdrawn)).toEqual(['发票可申请至 2027-12-31', '申请发票 /system/orders/2026/invoice?from=i'])
})

it('an invoice application after the deadline is refused unless it replaces a reversed invoice', () => {
  const late = { ...paid, invoiceDeadline: { day: '2027-12-31', passed: true } }
  const note = '发票申请已于 2027-12-31 截止，确需发票的请联系平台客服'
  expect(shown(late)).toEqual([note])
  expect(shown(late, invoice({ state: 'FAILED', withdrawnAt: '2026-01-01T00:00:00Z' }))).toEqual([note])
  expect(shown(late, invoice({ state: 'FAILED', failReason: '税号不符' }))).toHaveLength(2)
  expect(shown(late, invoice({ state: 'REVERSED' }))).toContain('重新申请发票 /system/orders/2026/invoice?from=i')
})

it('a failed invoice shows the reason and can be requested again while the order is paid', () => {
  const failed = invoice({ state: 'FAILED', failReason: '税号与名称不符' })
  const note = '发票没有开具，原因：税号与名称不符'
  expect(shown(paid, failed)).toEqual([
    note,
    '发票：开票失败 /system/invoices/i',
    '重新申请发票 /system/orders/2026/invoice?from=i',
  ])
  expect(shown({ ...paid, status: 'REFUNDED' }, failed)).toEqual([note, '发票：开票失败 /system/invoices/i'])
})
