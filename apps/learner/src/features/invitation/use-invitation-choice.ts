import { type Invitation, useConfirmInvitation } from '@ce/client/invitation.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { chooseCourses, type OfferedCourse } from '../course/choice.ts'
import { invitationWords } from './words.ts'

interface ChoiceOptions {
  offered: OfferedCourse[]
  /** it was agreed to */
  onDone: () => void
}

/** The courses of an invitation: what is proposed is ticked at first; agreeing sends what is ticked. */
export function useInvitationChoice(invitation: Invitation, { offered, onDone }: ChoiceOptions) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(invitation.courseIds))
  const confirm = useConfirmInvitation()
  const choice = chooseCourses(offered, ticked, invitation.requiredHours)
  const toggle = (id: string) =>
    setTicked((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const send = async () => {
    await confirm.mutateAsync({ id: invitation.id, courseIds: choice.courseIds })
    showNotice(invitationWords.confirmed)
    onDone()
  }
  return {
    choice,
    isTicked: ({ id, required }: OfferedCourse) => required || ticked.has(id),
    toggle,
    // the refusal has been shown
    send: () => void send().catch(() => undefined),
    busy: confirm.isPending,
  }
}
