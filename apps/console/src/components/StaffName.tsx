import { formatDateTime } from '@ce/client/format.ts'
import { staffNamesQuery } from '@ce/client/staff/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { CellWithNote } from './DeskTable.tsx'

/** Returns the display name of an actor; a staff member's username if the name is not known yet. */
export function staffNameOf(actor: string, names: ReadonlyMap<string, string> = new Map()): string {
  if (actor === 'system') return '系统'
  if (actor.startsWith('student:')) return '学员'
  return actor.startsWith('organisation:') ? '用人单位' : (names.get(actor) ?? actor)
}

export function useStaffNames(): (actor: string) => string {
  const { data = [] } = useQuery(staffNamesQuery())
  const names = new Map(data.map(({ username, name }) => [username, name]))
  return (actor) => staffNameOf(actor, names)
}

export function StaffName({ actor }: { actor: string }) {
  return useStaffNames()(actor)
}

interface UpdatedProps {
  row: { updatedAt: string; updatedBy: string }
}

export function LastChangeCell({ row: { updatedAt, updatedBy } }: UpdatedProps) {
  return <CellWithNote note={<StaffName actor={updatedBy} />}>{formatDateTime(updatedAt)}</CellWithNote>
}
