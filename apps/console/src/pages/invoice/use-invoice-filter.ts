import type { InvoiceFilter } from '@ce/client/staff/invoice.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const states = ['PENDING', 'ISSUING', 'ISSUED', 'FAILED', 'REVERSED'] as const
/** what of the queue is looked at */
export const views = ['ALL', 'TO_REVERSE', 'TAX_OPEN', ...states] as const
export type View = (typeof views)[number]

/** The queue's filters as the address has them; the server refuses what is none. */
export function useInvoiceFilter() {
  const filters = useUrlFilters(['keyword'])
  const { get, oneOf } = filters
  const view: View = oneOf('view', views) ?? 'PENDING'
  const filter: InvoiceFilter = {
    state: states.find((one) => one === view),
    toReverse: view === 'TO_REVERSE' ? 'true' : undefined,
    taxOpen: view === 'TAX_OPEN' ? 'true' : undefined,
    keyword: get('keyword'),
    from: get('from'),
    to: get('to'),
  }
  return { ...filters, view, filter }
}
