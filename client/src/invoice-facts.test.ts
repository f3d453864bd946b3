import { describe, expect, it } from 'vitest'
import type { Invoice } from './invoice.ts'
import { mayApplyAgain } from './invoice-facts.ts'
import { explanation } from './invoice-text.ts'

const reversed = { state: 'REVERSED', orderStatus: 'PAID', reverseReason: '开错' } as Invoice

describe('an invoice that stands no more', () => {
  it.each(['FAILED', 'REVERSED'] as const)('%s: another can be asked for', (state) => {
    const invoice = { ...reversed, state }
    expect(mayApplyAgain(invoice, null)).toBe(true)
    // not known yet, and asked for already
    expect(mayApplyAgain(invoice, undefined)).toBe(false)
    expect(mayApplyAgain(invoice, reversed)).toBe(false)
    expect(mayApplyAgain({ ...invoice, orderStatus: 'REFUNDED' }, null)).toBe(false)
  })

  it.each(['PENDING', 'ISSUING', 'ISSUED'] as const)('%s stands: no other', (state) => {
    expect(mayApplyAgain({ ...reversed, state }, null)).toBe(false)
  })

  it('says that another can be asked for only where it can', () => {
    expect(explanation(reversed, null)).toBe(
      '已红冲，不能再用于报销。需要发票时可以重新申请。原因：开错',
    )
    expect(explanation(reversed, { ...reversed, id: '2' })).not.toContain('重新申请')
  })
})

it.each([true, false])(
  'one that was issued speaks of another title only where that can be had: %s',
  (mayChange) => {
    const issued = { ...reversed, state: 'ISSUED', change: null, mayChange } as Invoice
    expect(explanation(issued).includes('换开')).toBe(mayChange)
  },
)
