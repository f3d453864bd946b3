import type { FinanceOrderFilter } from '@ce/client/staff/finance.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { orderStates } from '@ce/frame/student/order/order-words.ts'
import { keysOf } from '../../components/codes.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { dateWords } from './words.ts'

/** The list's filters as the address has them; what the server would refuse is no filter. */
export function useOrderFilter() {
  const filters = useUrlFilters(['student'])
  const { oneOf, fitting, year, day } = filters
  const filter: FinanceOrderFilter = {
    status: oneOf('status', keysOf(orderStates)),
    payType: oneOf('payType', keysOf(payTypeNames)),
    dateOf: oneOf('dateOf', keysOf(dateWords)),
    year: year('year'),
    number: fitting('number', /^.{1,64}$/u),
    student: fitting('student', /^.{1,64}$/u),
    from: day('from'),
    to: day('to'),
  }
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const clear = () => filters.restart({ tab: 'orders' })
  return { ...filters, filter, filtered, clear }
}

export type OrderFilters = ReturnType<typeof useOrderFilter>
