import { formatHours } from '@ce/client/format.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { Choice } from '../choice.ts'

/** Whether what is ticked is enough, told as it changes. */
export function ChosenHours({ choice }: { choice: Choice }) {
  const { hours, required, enough } = choice
  return (
    <p aria-live="polite">
      {enough ? (
        <StatusMark kind="done">
          已选 {formatHours(hours)} / 要求 {formatHours(required)} 学时
        </StatusMark>
      ) : (
        <StatusMark kind="warning">
          还差 {formatHours(required - hours)} 学时，请再选课程
        </StatusMark>
      )}
    </p>
  )
}
