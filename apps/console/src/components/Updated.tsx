import { formatDateTime } from '@ce/client/format.ts'
import { Who } from './Who.tsx'

interface UpdatedProps {
  row: { updatedAt: string; updatedBy: string }
}

/** When a row was last changed, and below it by whom. */
export function Updated({ row: { updatedAt, updatedBy } }: UpdatedProps) {
  return (
    <>
      {formatDateTime(updatedAt)}
      <span className="cell-note">
        <Who actor={updatedBy} />
      </span>
    </>
  )
}
