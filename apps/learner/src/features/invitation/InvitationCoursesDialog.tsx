import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { offeredCoursesQuery } from '@ce/client/course.ts'
import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { type Invitation, useConfirmInvitation } from '@ce/client/invitation.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CourseChoice, courseChoiceOf } from '../course/course-choice.ts'
import classes from './ChooseDialog.module.css'

interface ChooseDialogProps {
  invitation: Invitation
  onClose: () => void
}

/** The employer's proposed courses are ticked first. Agreeing sends the courses ticked then. */
export function InvitationCoursesDialog({ invitation, onClose }: ChooseDialogProps) {
  const { id, year, requiredHours } = invitation
  const query = useQuery(offeredCoursesQuery(year))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(invitation.courseIds))
  const confirm = useConfirmInvitation()
  const choice = courseChoiceOf(query.data?.list ?? [], ticked, requiredHours)
  const toggle = (courseId: string) =>
    setTicked((before) => {
      const after = new Set(before)
      if (!after.delete(courseId)) after.add(courseId)
      return after
    })
  const agree = () =>
    confirm.mutateAsync({ id, courseIds: choice.courseIds }).then(
      () => {
        showNotice({ kind: 'success', title: '已确认', text: '单位缴费之后，课程自动开放。' })
        onClose()
      },
      () => undefined,
    )
  return (
    <Dialog
      form
      open
      title="选择课程"
      onClose={onClose}
      actions={
        query.data && (
          <div className={classes.foot}>
            <ChosenHours choice={choice} />
            <Button kind="quiet" onClick={onClose}>
              以后再说
            </Button>
            <Button disabled={!choice.enough} busy={confirm.isPending} onClick={agree}>
              确认由单位代缴
            </Button>
          </div>
        )
      }
    >
      <QueryContent query={query}>
        {({ list }) => (
          <ul>
            {list.map(({ id: courseId, title, required, hours }) => (
              <li key={courseId}>
                <label className={classes.course}>
                  <input
                    type="checkbox"
                    checked={required || ticked.has(courseId)}
                    disabled={required}
                    onChange={() => toggle(courseId)}
                  />
                  {title}（{required ? '必修' : '选修'}，{formatHoursUnit(hours)}）
                </label>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Dialog>
  )
}

function ChosenHours({ choice: { hours, required, enough } }: { choice: CourseChoice }) {
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
