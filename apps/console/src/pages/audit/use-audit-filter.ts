import type { AuditFilter } from '@ce/client/staff/audit.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

/** The log's filters as the address has them. */
export function useAuditFilter() {
  const filters = useUrlFilters()
  const { get } = filters
  const filter: AuditFilter = {
    actor: get('actor'),
    action: get('action'),
    subject: get('subject'),
    from: get('from'),
    to: get('to'),
  }
  return { ...filters, filter }
}
