import { Loaded } from '@ce/client/components/Loaded.tsx'
import { offeredQuery } from '@ce/client/course.ts'
import type { Invitation } from '@ce/client/invitation.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChosenHours } from './ChosenHours.tsx'
import classes from './ConfirmSheet.module.css'
import { useInvitationChoice } from './use-invitation-choice.ts'
import { courseWords, invitationWords } from './words.ts'

interface ConfirmProps {
  invitation: Invitation
  onClose: () => void
}

/** The courses of the year with what is proposed ticked, and the agreement, in reach of the thumb while choosing. */
export function ConfirmSheet({ invitation, onClose }: ConfirmProps) {
  const query = useQuery(offeredQuery(invitation.year))
  const { choice, isTicked, toggle, send, busy } = useInvitationChoice(invitation, {
    offered: query.data?.list ?? [],
    onDone: onClose,
  })
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
    </Dialog>
  )
}
