import { formatDateTime } from '@ce/client/format.ts'
import { CellWithNote } from './DeskTable.tsx'
import { StaffName } from './StaffName.tsx'

interface UpdatedProps {
  row: { updatedAt: string; updatedBy: string }
}

export function LastChangeCell({ row: { updatedAt, updatedBy } }: UpdatedProps) {
  return <CellWithNote note={<StaffName actor={updatedBy} />}>{formatDateTime(updatedAt)}</CellWithNote>
}
