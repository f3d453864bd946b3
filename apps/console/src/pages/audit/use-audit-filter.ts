import type { AuditFilter } from '@ce/client/staff/audit.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const day = /^\d{4}-\d\d-\d\d$/

/** The log's filters as the address has them; what is no day is no filter. */
export function useAuditFilter() {
  const filters = useUrlFilters()
  const dayOf = (name: string) => {
    const value = filters.get(name)
    return value && day.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
  }
  const filter: AuditFilter = {
    actor: filters.get('actor')?.slice(0, 100),
    action: filters.get('action')?.slice(0, 100),
    subject: filters.get('subject')?.slice(0, 100),
    from: dayOf('from'),
    to: dayOf('to'),
  }
  return { ...filters, filter }
}
