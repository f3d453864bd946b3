export type InvoiceState = 'PENDING' | 'ISSUING' | 'ISSUED' | 'FAILED' | 'REVERSED'

/**
 * What becomes of an order's invoice when money of the order goes back: an application is given up with it
 * (invoice/service/settle.ts), what is issued waits for staff to reverse it, what was being issued for their word of the tax system; what is
 * over stays so.
 */
export function fateOf(invoice: {
  state: InvoiceState
  amountFen: number
  keptFen: number
  taxOpen: boolean
}) {
  const { state, amountFen, keptFen, taxOpen } = invoice
  if (state === 'PENDING' || state === 'ISSUING')
    return { onRefund: 'GIVEN_UP', waitsFor: null } as const
  if (state === 'ISSUED') {
    const waitsFor = amountFen === keptFen ? null : ('RED_REVERSAL' as const)
    return { onRefund: 'RED_REVERSAL' as const, waitsFor }
  }
  return { onRefund: 'NOTHING' as const, waitsFor: taxOpen ? ('TAX_SYSTEM' as const) : null }
}
