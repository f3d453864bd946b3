import { useUrlFilters } from '../../components/use-url-filters.ts'
import { stages } from './words.ts'

/** The queue's filters as the address has them; the server refuses what is none. */
export function useQueueFilter() {
  const filters = useUrlFilters(['keyword'])
  const { get, oneOf, choice, number, page, pageSize } = filters
  const stage = oneOf('stage', stages) ?? 'FIRST'
  const input = {
    stage,
    subject: choice('subject', ['PROFESSIONAL', 'PUBLIC']),
    typeCode: get('type'),
    year: number('year'),
    keyword: get('keyword'),
    page,
    pageSize,
  }
  return { ...filters, stage, input }
}
