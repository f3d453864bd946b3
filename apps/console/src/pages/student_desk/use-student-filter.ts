import type { StudentFilter } from '@ce/client/staff/student_desk.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const personal = ['name', 'phone', 'idTail', 'certificateNo']

/** The list's filters as the address has them; the server refuses what is none. */
export function useStudentFilter() {
  const filters = useUrlFilters(personal)
  const { get, choice } = filters
  const filter: StudentFilter = {
    name: get('name'),
    phone: get('phone'),
    idTail: get('idTail'),
    certificateNo: get('certificateNo'),
    employer: get('employer'),
    state: choice('state', ['ACTIVE', 'LOCKED', 'CLOSED', 'ERASED']),
  }
  return { ...filters, filter }
}

export type StudentFilters = ReturnType<typeof useStudentFilter>
