import type { ProofFilter } from '@ce/client/staff/certification_grant.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

/** The list's filters as the address has them; the server refuses what is none. */
export function useProofFilter() {
  const filters = useUrlFilters(['keyword'])
  const year = filters.number('year')
  const filter: ProofFilter = {
    keyword: filters.get('keyword'),
    year,
    state: filters.choice('state', ['ISSUED', 'REVOKED']),
  }
  return { ...filters, filter, year }
}

export type ProofFilters = ReturnType<typeof useProofFilter>
