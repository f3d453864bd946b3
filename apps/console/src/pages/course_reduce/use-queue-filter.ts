import type { ReductionStage } from '@ce/client/staff/course_reduce.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { stages } from './words.ts'

/** The queue's filters as the address has them; what the desk would refuse is left out. */
export function useQueueFilter() {
  const filters = useUrlFilters(['keyword'])
  const { get, page, pageSize } = filters
  const stage: ReductionStage = stages.find((one) => one === get('stage')) ?? 'FIRST'
  const subject = (['PROFESSIONAL', 'PUBLIC'] as const).find((one) => one === get('subject'))
  const typeCode = get('type')
  const year = get('year')
  const keyword = get('keyword')?.slice(0, 40)
  return {
    ...filters,
    stage,
    input: {
      stage,
      ...(subject ? { subject } : {}),
      ...(typeCode && /^[A-Z][A-Z0-9_]{1,29}$/.test(typeCode) ? { typeCode } : {}),
      ...(year && /^2\d{3}$/.test(year) ? { year } : {}),
      ...(keyword ? { keyword } : {}),
      page,
      pageSize,
    },
  }
}
