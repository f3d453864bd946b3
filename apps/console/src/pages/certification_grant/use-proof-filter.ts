import type { ProofFilter } from '@ce/client/staff/certification_grant.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const states = ['ISSUED', 'REVOKED'] as const

/** The list's filters as the address has them; what the server would refuse is no filter. */
export function useProofFilter() {
  const filters = useUrlFilters(['keyword'])
  const year = filters.year('year')
  const filter: ProofFilter = {
    keyword: filters.get('keyword')?.slice(0, 50),
    year,
    state: filters.oneOf('state', states),
  }
  return { ...filters, filter, year }
}

export type ProofFilters = ReturnType<typeof useProofFilter>
