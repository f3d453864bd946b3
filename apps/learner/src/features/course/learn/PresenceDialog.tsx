import { monotonicNow } from '@ce/client/clock.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { presenceShownAfterMs } from '@ce/contract/presence'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import classes from './Learn.module.css'

interface PresenceDialogProps {
  player: LessonPlayer
  onAnswered: () => void
  onText?: boolean
}

/** Any single key answers the presence check (docs/rules/study.md#presence-checks). */
export function PresenceDialog({ player, onAnswered, onText = false }: PresenceDialogProps) {
  const { state, dispatch } = player
  const { dueAt, answerBy } = state.presence ?? { dueAt: 0, answerBy: 0 }
  const time = Math.round((answerBy - dueAt - presenceShownAfterMs) / 1000)
  // `answerBy` is in server time, so convert it to device time.
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

/** Seconds until `until`, which is a time of the device's clock. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(monotonicNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(monotonicNow()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

function askInTitle(): () => void {
  const title = document.title
  const asking = `请确认在场 - ${title}`
  document.title = asking
  return () => {
    // Restore the old title unless the next page has already set its own.
    if (document.title === asking) document.title = title
  }
}
