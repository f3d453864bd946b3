import { staffNamesQuery } from '@ce/client/staff/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { staffNameOf } from './staff-name.ts'

export function useStaffNames(): (actor: string) => string {
  const { data = [] } = useQuery(staffNamesQuery())
  const names = new Map(data.map(({ username, name }) => [username, name]))
  return (actor) => staffNameOf(actor, names)
}

export function StaffName({ actor }: { actor: string }) {
  return useStaffNames()(actor)
}
