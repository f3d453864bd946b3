import { describe, expect, it } from 'vitest'
import type { Invoice } from './invoice.ts'
import { mayApplyForInvoiceAgain } from './invoice-facts.ts'
import { invoiceExplanation } from './invoice-text.ts'

const reversed = { state: 'REVERSED', orderStatus: 'PAID', reverseReason: '开错' } as Invoice

describe('invoices that are no longer valid', () => {
  it.each(['FAILED', 'REVERSED'] as const)('a %s invoice allows a new application', (state) => {
    const invoice = { ...reversed, state }
    expect(mayApplyForInvoiceAgain(invoice, null)).toBe(true)
    expect(mayApplyForInvoiceAgain(invoice, undefined)).toBe(false)
    expect(mayApplyForInvoiceAgain(invoice, reversed)).toBe(false)
    expect(mayApplyForInvoiceAgain({ ...invoice, orderStatus: 'REFUNDED' }, null)).toBe(false)
  })

  it.each(['PENDING', 'ISSUING', 'ISSUED'] as const)('a %s invoice allows no new application', (state) => {
    expect(mayApplyForInvoiceAgain({ ...reversed, state }, null)).toBe(false)
  })

  it('a reversed invoice mentions a new application only where it is allowed', () => {
    expect(invoiceExplanation(reversed, null)).toBe('已红冲，不能再用于报销。需要发票时可以重新申请。原因：开错')
    expect(invoiceExplanation(reversed, { ...reversed, id: '2' })).not.toContain('重新申请')
  })
})

it.each([true, false])('an issued invoice mentions an invoice change only if a change is allowed: %s', (mayChange) => {
  const issued = { ...reversed, state: 'ISSUED', change: null, mayChange } as Invoice
  expect(invoiceExplanation(issued).includes('换开')).toBe(mayChange)
})
