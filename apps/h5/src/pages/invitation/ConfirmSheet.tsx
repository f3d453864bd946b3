import { offeredQuery } from '@ce/client/course.ts'
import type { Invitation } from '@ce/client/invitation.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useRefocus } from '@ce/frame/refocus.ts'
import type { OfferedCourse } from '@ce/frame/student/choice.ts'
import { ChosenHours } from '@ce/frame/student/invitation/ChosenHours.tsx'
import { useInvitationChoice } from '@ce/frame/student/invitation/use-invitation-choice.ts'
import { courseWords, invitationWords } from '@ce/frame/student/invitation/words.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import classes from './ConfirmSheet.module.css'

interface ConfirmProps {
  invitation: Invitation
  onClose: () => void
}

/** The courses of the year with what is proposed ticked, and the agreement. */
export function ConfirmSheet({ invitation, onClose }: ConfirmProps) {
  useRefocus()
  const query = useQuery(offeredQuery(invitation.year))
  return (
    <Sheet open title="选择课程" onClose={onClose}>
      <Loaded query={query}>
        {({ list }) => <Choice invitation={invitation} offered={list} onClose={onClose} />}
      </Loaded>
    </Sheet>
  )
}

function Choice({ invitation, offered, onClose }: ConfirmProps & { offered: OfferedCourse[] }) {
  const { choice, isTicked, toggle, send, busy } = useInvitationChoice(invitation, {
    offered,
    onDone: onClose,
  })
  return (
    <div className={classes.choice}>
      <ul>
        {offered.map((course) => (
          <li key={course.id}>
            <label className={classes.course}>
              <input
                type="checkbox"
                checked={isTicked(course)}
                disabled={course.required}
                onChange={() => toggle(course.id)}
              />
              {courseWords(course)}
            </label>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <ChosenHours choice={choice} />
        <Button disabled={!choice.enough} busy={busy} onClick={send}>
          {invitationWords.confirm}
        </Button>
        <Button kind="text" onClick={onClose}>
          {invitationWords.later}
        </Button>
      </div>
    </div>
  )
}
