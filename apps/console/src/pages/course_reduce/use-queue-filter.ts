import { useUrlFilters } from '../../components/use-url-filters.ts'
import { stages } from './words.ts'

const subjects = ['PROFESSIONAL', 'PUBLIC'] as const

/** The queue's filters as the address has them; what the desk would refuse is left out. */
export function useQueueFilter() {
  const filters = useUrlFilters(['keyword'])
  const { get, oneOf, fitting, year, page, pageSize } = filters
  const stage = oneOf('stage', stages) ?? 'FIRST'
  const input = {
    stage,
    subject: oneOf('subject', subjects),
    typeCode: fitting('type', /^[A-Z][A-Z0-9_]{1,29}$/),
    year: year('year'),
    keyword: get('keyword')?.slice(0, 40),
    page,
    pageSize,
  }
  return { ...filters, stage, input }
}
