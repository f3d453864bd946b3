import { offeredQuery } from '@ce/client/course.ts'
import type { Invitation } from '@ce/client/invitation.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import type { OfferedCourse } from '@ce/frame/student/choice.ts'
import { ChosenHours } from '@ce/frame/student/invitation/ChosenHours.tsx'
import { useInvitationChoice } from '@ce/frame/student/invitation/use-invitation-choice.ts'
import { courseWords, invitationWords } from '@ce/frame/student/invitation/words.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
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
  const { choice, isTicked, toggle, send, busy } = useInvitationChoice(invitation, {
    offered,
    onDone: onClose,
  })
  const section = useRef<HTMLElement>(null)
  // the button that opened it is gone
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} className={classes.choice} tabIndex={-1} aria-label="选择课程">
      <ul className={classes.courses}>
        {offered.map((course) => (
          <li key={course.id}>
            <Checkbox
              checked={isTicked(course)}
              disabled={course.required}
              onChange={() => toggle(course.id)}
            >
              {courseWords(course)}
            </Checkbox>
          </li>
        ))}
      </ul>
      <ChosenHours choice={choice} />
      <div className={classes.buttons}>
        <Button type="primary" disabled={!choice.enough} loading={busy} onClick={send}>
          {invitationWords.confirm}
        </Button>
        <Button onClick={onClose}>{invitationWords.later}</Button>
      </div>
    </section>
  )
}
