export type OrderInvoiceState = 'PENDING' | 'ISSUING' | 'ISSUED' | 'FAILED' | 'REVERSED'

/**
 * Tells what a refund does to the invoice: an application is cancelled, an issued invoice waits for a reversal by
 * staff, and an invoice that was being issued waits for the result in the tax system.
 */
export function refundEffectOnInvoice(invoice: {
  state: OrderInvoiceState
  amountFen: number
  keptFen: number
  taxOpen: boolean
}) {
  const { state, amountFen, keptFen, taxOpen } = invoice
  if (state === 'PENDING' || state === 'ISSUING') return { onRefund: 'GIVEN_UP', waitsFor: null } as const
  if (state === 'ISSUED') {
    const waitsFor = amountFen === keptFen ? null : ('RED_REVERSAL' as const)
    return { onRefund: 'RED_REVERSAL' as const, waitsFor }
  }
  return { onRefund: 'NOTHING' as const, waitsFor: taxOpen ? ('TAX_SYSTEM' as const) : null }
}
