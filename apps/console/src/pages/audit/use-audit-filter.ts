import type { AuditFilter } from '@ce/client/staff/audit.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

/** The log's filters as the address has them. */
export function useAuditFilter() {
  const filters = useUrlFilters()
  const { get, day } = filters
  const filter: AuditFilter = {
    actor: get('actor')?.slice(0, 100),
    action: get('action')?.slice(0, 100),
    subject: get('subject')?.slice(0, 100),
    from: day('from'),
    to: day('to'),
  }
  return { ...filters, filter }
}
