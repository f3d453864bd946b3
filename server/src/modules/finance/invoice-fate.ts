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
  const open = state === 'PENDING' || state === 'ISSUING'
  const issued = state === 'ISSUED'
  const onRefund = open ? 'GIVEN_UP' : issued ? 'RED_REVERSAL' : 'NOTHING'
  if (taxOpen) return { onRefund, waitsFor: 'TAX_SYSTEM' } as const
  if (amountFen === keptFen) return { onRefund, waitsFor: null } as const
  const waitsFor = open ? 'GIVING_UP' : issued ? 'RED_REVERSAL' : null
  return { onRefund, waitsFor } as const
}
