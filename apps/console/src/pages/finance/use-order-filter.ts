import { orderStates } from '@ce/client/order-text.ts'
import type { FinanceOrderFilter } from '@ce/client/staff/finance.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { keysOf } from '../../components/codes.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { dateWords } from './words.ts'
/** The list's filters as the address has them; the server refuses what is none. */
export function useOrderFilter() {
  const filters = useUrlFilters(['student'])
  const { get, choice, number } = filters
  const filter: FinanceOrderFilter = {
    status: choice('status', keysOf(orderStates)),
    payType: choice('payType', keysOf(payTypeNames)),
    dateOf: choice('dateOf', keysOf(dateWords)),
    year: number('year'),
    number: get('number'),
    student: get('student'),
    from: get('from'),
    to: get('to'),
  }
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const clear = () => filters.restart({ tab: 'orders' })
  return { ...filters, filter, filtered, clear }
}

export type OrderFilters = ReturnType<typeof useOrderFilter>
