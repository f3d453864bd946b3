import { offeredQuery } from '@ce/client/course.ts'
import { formatHours } from '@ce/client/format.ts'
import { type Invitation, useConfirmInvitation } from '@ce/client/invitation.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { chooseCourses, type OfferedCourse } from '@ce/frame/student/choice.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import classes from './Invitations.module.css'

interface ConfirmProps {
  invitation: Invitation
  onClose: () => void
}

/** The courses of the year with what is proposed ticked, and the agreement. */
export function ConfirmInvitation({ invitation, onClose }: ConfirmProps) {
  const query = useQuery(offeredQuery(invitation.year))
  return (
    <Loaded query={query}>
      {({ list }) => <Choice invitation={invitation} offered={list} onClose={onClose} />}
    </Loaded>
  )
}

function Choice({ invitation, offered, onClose }: ConfirmProps & { offered: OfferedCourse[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(invitation.courseIds))
  const confirm = useConfirmInvitation()
  const { courseIds, hours, required, enough } = chooseCourses(
    offered,
    ticked,
    invitation.requiredHours,
  )
  const toggle = (id: string) =>
    setTicked((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const send = async () => {
    await confirm.mutateAsync({ id: invitation.id, courseIds })
    showNotice({ kind: 'success', title: '已确认', text: '单位缴费之后，课程自动开放。' })
    onClose()
  }
  return (
    <section aria-label="选择课程">
      <ul className={classes.courses}>
        {offered.map((course) => (
          <li key={course.id}>
            <Checkbox
              checked={course.required || ticked.has(course.id)}
              disabled={course.required}
              onChange={() => toggle(course.id)}
            >
              {course.title}（{course.required ? '必修' : '选修'}，{formatHours(course.hours)}{' '}
              学时）
            </Checkbox>
          </li>
        ))}
      </ul>
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
      <div className={classes.buttons}>
        <Button
          type="primary"
          disabled={!enough}
          loading={confirm.isPending}
          onClick={() => void send().catch(() => undefined)}
        >
          确认由单位代缴
        </Button>
        <Button onClick={onClose}>以后再说</Button>
      </div>
    </section>
  )
}
