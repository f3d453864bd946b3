import { Button } from '@ce/ui/Button.tsx'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { useState } from 'react'
import { useStudentPaths } from './paths.ts'
import { leavingWords, useLeaving } from './use-leaving.ts'

/** Asks before signing out (specification §2 Dialogs), and again when something would be lost. */
export function LeaveButton() {
  const [asking, setAsking] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const paths = useStudentPaths()
  const { leave, leaveUnlessLost } = useLeaving(async () => location.assign(paths.home()))
  const confirm = async () => {
    setAsking(false)
    setLost(await leaveUnlessLost())
  }
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        退出登录
      </Button>
      <Sheet
        open={asking}
        title={leavingWords.title}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {leavingWords.stay}
            </Button>
            <Button onClick={confirm}>{leavingWords.leave}</Button>
          </>
        }
      >
        {leavingWords.text}
      </Sheet>
      <Sheet
        open={lost !== null}
        title={leavingWords.lostTitle}
        onClose={() => setLost(null)}
        actions={
          <>
            <Button onClick={() => setLost(null)}>{leavingWords.wait}</Button>
            <Button kind="danger" onClick={leave}>
              {leavingWords.giveUp}
            </Button>
          </>
        }
      >
        {lost && leavingWords.lostText(lost)}
      </Sheet>
    </>
  )
}
