import { steadyNow } from '@ce/client/clock.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { presenceShownMs } from '@ce/contract/presence'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import classes from './Learn.module.css'

interface PresenceDialogProps {
  player: LessonPlayer
  onAnswered: () => void
  /** over a text that is read, not over a picture */
  onText?: boolean
}

/** Asks whether someone is there (product §4 Study). One key answers. */
export function PresenceDialog({ player, onAnswered, onText = false }: PresenceDialogProps) {
  const { state, dispatch } = player
  const { dueAt, answerBy } = state.presence ?? { dueAt: 0, answerBy: 0 }
  const time = Math.round((answerBy - dueAt - presenceShownMs) / 1000)
  // by the server's clock
  const left = Math.min(time, useSecondsLeft(answerBy - state.offset))
  useEffect(askInTitle, [])
  const answer = () => {
    dispatch({ on: 'present' })
    onAnswered()
  }
  return (
    <Dialog
      open
      title="请确认您正在学习"
      actions={
        <Button data-autofocus onClick={answer}>
          我在学习
        </Button>
      }
    >
      <p>
        {time} 秒内未确认，{onText ? '计时' : '视频'}将暂停；已保存的学习时间不受影响。
      </p>
      <p className={classes.countdown} aria-hidden="true">
        {left} 秒
      </p>
    </Dialog>
  )
}

/** Seconds until an instant of this device's clock. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(steadyNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(steadyNow()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** Someone in another tab sees it in the title. */
function askInTitle(): () => void {
  const title = document.title
  const asking = `请确认在场 - ${title}`
  document.title = asking
  return () => {
    // the page that comes next has named itself already
    if (document.title === asking) document.title = title
  }
}
