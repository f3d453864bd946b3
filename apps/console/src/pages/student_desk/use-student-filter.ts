import type { StudentFilter } from '@ce/client/staff/student_desk.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const personal = ['name', 'phone', 'idTail', 'certificateNo']
const states = ['ACTIVE', 'LOCKED', 'CLOSED'] as const

/** The list's filters as the address has them; what the server would refuse is no filter. */
export function useStudentFilter() {
  const filters = useUrlFilters(personal)
  const { fitting, oneOf } = filters
  const filter: StudentFilter = {
    name: fitting('name', /^.{1,50}$/u),
    phone: fitting('phone', /^\d{4}$|^1\d{10}$/),
    idTail: fitting('idTail', /^[0-9A-Za-z)）]{4}$/),
    certificateNo: fitting('certificateNo', /^[0-9A-Za-z]{1,30}$/),
    employer: fitting('employer', /^.{1,50}$/u),
    state: oneOf('state', states),
  }
  return { ...filters, filter }
}

export type StudentFilters = ReturnType<typeof useStudentFilter>
