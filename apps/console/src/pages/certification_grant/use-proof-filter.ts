import type { ProofFilter } from '@ce/client/staff/certification_grant.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const states = ['ISSUED', 'REVOKED'] as const

/** The list's filters as the address has them; what the server would refuse is no filter. */
export function useProofFilter() {
  const filters = useUrlFilters()
  const year = Number(filters.get('year'))
  const filter: ProofFilter = {
    keyword: filters.get('keyword')?.slice(0, 50),
    year: Number.isInteger(year) && year >= 2000 && year <= 2100 ? year : undefined,
    state: states.find((one) => one === filters.get('state')),
  }
  return { ...filters, filter }
}

export type ProofFilters = ReturnType<typeof useProofFilter>
