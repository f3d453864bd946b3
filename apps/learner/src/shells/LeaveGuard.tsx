import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { type LeaveQuestion, leaveQuestion } from '@ce/ui/leaving.ts'
import { useState } from 'react'
import { useBlocker } from 'react-router'

/** Asks before a page is left on which something would be lost: the only blocker, as the router takes one at a time. */
export function LeaveGuard() {
  const [asked, setAsked] = useState<LeaveQuestion | null>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const question = currentLocation.pathname === nextLocation.pathname ? null : leaveQuestion()
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
