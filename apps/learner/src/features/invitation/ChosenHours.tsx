import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { Choice } from '../course/choice.ts'

/** Whether what is ticked is enough, told as it changes. */
export function ChosenHours({ choice }: { choice: Choice }) {
  const { hours, required, enough } = choice
  return (
    <p aria-live="polite">
      {enough ? (
        <StatusMark kind="done">
          已选 {formatHours(hours)} / 要求 {formatHoursUnit(required)}
        </StatusMark>
      ) : (
        <StatusMark kind="warning">还差 {formatHoursUnit(required - hours)}，请再选课程</StatusMark>
      )}
    </p>
  )
}
