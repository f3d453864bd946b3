import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Mark } from '../../shells/marks.tsx'
import { leavingWords, useLeaving } from './use-leaving.ts'

/** Asks before signing out (specification §2 Dialogs), and again when something would be lost. */
export function LeaveButton({ className }: { className?: string | undefined }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const { leave, leaveUnlessLost } = useLeaving(async () => navigate(paths.home()))
  const confirm = async () => {
    setAsking(false)
    setLost(await leaveUnlessLost())
  }
  return (
    <>
      <button
        type="button"
        className={className ?? buttonClass('quiet')}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {className && <Mark name="leave" />}
        退出登录
      </button>
      <Dialog
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
      </Dialog>
      <Dialog
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
      </Dialog>
    </>
  )
}
