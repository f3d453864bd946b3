import { offeredQuery } from '@ce/client/course.ts'
import type { Invitation } from '@ce/client/invitation.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useRefocus } from '@ce/frame/refocus.ts'
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

/** The courses of the year with what is proposed ticked, and the agreement, in reach of the thumb while choosing. */
export function ConfirmSheet({ invitation, onClose }: ConfirmProps) {
  useRefocus()
  const query = useQuery(offeredQuery(invitation.year))
  const { choice, isTicked, toggle, send, busy } = useInvitationChoice(invitation, {
    offered: query.data?.list ?? [],
    onDone: onClose,
  })
  return (
    <Sheet
      form
      open
      title="选择课程"
      onClose={onClose}
      actions={
        query.data && (
          <div className={classes.foot}>
            <ChosenHours choice={choice} />
            <Button kind="text" onClick={onClose}>
              {invitationWords.later}
            </Button>
            <Button disabled={!choice.enough} busy={busy} onClick={send}>
              {invitationWords.confirm}
            </Button>
          </div>
        )
      }
    >
      <Loaded query={query}>
        {({ list }) => (
          <ul className={classes.courses}>
            {list.map((course) => (
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
        )}
      </Loaded>
    </Sheet>
  )
}
