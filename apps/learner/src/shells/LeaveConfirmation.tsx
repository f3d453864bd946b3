import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { currentLeaveQuestion, type LeaveQuestion } from '@ce/ui/leaving.ts'
import { useState } from 'react'
import { useBlocker } from 'react-router'

/** The only user of the router's blocker, because the router allows one at a time. */
export function LeaveConfirmation() {
  const [asked, setAsked] = useState<LeaveQuestion | null>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const question = currentLocation.pathname === nextLocation.pathname ? null : currentLeaveQuestion()
    setAsked(question)
    return question !== null
  })
  const stay = () => blocker.reset?.()
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      words={{
        title: asked?.title ?? '',
        text: asked?.text,
        ok: asked?.stay ?? '',
        cancel: asked?.leave ?? '',
      }}
      onOk={stay}
      onCancel={() => blocker.proceed?.()}
      onClose={stay}
    />
  )
}
