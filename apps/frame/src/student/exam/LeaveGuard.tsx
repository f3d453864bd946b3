import { readSession } from '@ce/client/session.ts'
import { useBlocker } from 'react-router'
import { useKit } from '../kit.tsx'

/** Asks before another page of ours is opened during an attempt; leaving loses nothing but time. */
export function LeaveGuard() {
  const { Dialog } = useKit()
  const blocker = useBlocker(() => readSession() !== null)
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="离开考试页面？"
      onClose={() => blocker.reset?.()}
      answers={{
        yes: '留在考试',
        no: '离开',
        onYes: () => blocker.reset?.(),
        onNo: () => blocker.proceed?.(),
      }}
    >
      考试不会暂停，计时继续；已作答的内容不会丢失，到时系统会自动交卷。您可以随时回到本页继续作答。
    </Dialog>
  )
}
