import type { FinanceOrderFilter } from '@ce/client/staff/finance.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { orderStates } from '@ce/frame/student/order/order-words.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { codeIn, dateWords } from './words.ts'

/** The list's filters as the address has them; what the server would refuse is no filter. */
export function useOrderFilter() {
  const filters = useUrlFilters(['student'])
  const { get, fitting } = filters
  const year = fitting('year', /^[2-9]\d{3}$/)
  const filter: FinanceOrderFilter = {
    status: codeIn(orderStates, get('status')),
    payType: codeIn(payTypeNames, get('payType')),
    dateOf: codeIn(dateWords, get('dateOf')),
    ...(year ? { year: Number(year) } : {}),
    number: fitting('number', /^.{1,64}$/u),
    student: fitting('student', /^.{1,64}$/u),
    from: fitting('from', /^20\d\d-\d\d-\d\d$/),
    to: fitting('to', /^20\d\d-\d\d-\d\d$/),
  }
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const clear = () => filters.restart({ tab: 'orders' })
  return { ...filters, filter, filtered, clear }
}

export type OrderFilters = ReturnType<typeof useOrderFilter>
