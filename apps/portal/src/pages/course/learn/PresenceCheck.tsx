import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import classes from './Player.module.css'

interface PresenceCheckProps {
  player: LessonPlayer
  onAnswered: () => void
  /** what stops when nobody answers */
  what?: string
}

/** Asks whether someone is there, with the time left by the server's clock (product §4 Study). Enter answers. */
export function PresenceCheck({
  player: { state, dispatch },
  onAnswered,
  what = '视频',
}: PresenceCheckProps) {
  const { presence, offset } = state
  const { dueAt, answerBy } = presence ?? { dueAt: 0, answerBy: 0 }
  const time = Math.round((answerBy - dueAt) / 1000)
  const left = Math.min(time, useSecondsLeft(answerBy - offset))
  useEffect(callBack, [])
  const answer = () => {
    dispatch({ on: 'present' })
    onAnswered()
  }
  return (
    <div
      className={classes.note}
      role="alertdialog"
      aria-labelledby="presence"
      aria-describedby="presence-why"
    >
      <p id="presence" className={classes.noteTitle}>
        请确认您正在学习
      </p>
      <p id="presence-why">
        {time} 秒内未确认，{what}将暂停；已保存的学习时间不受影响。
      </p>
      <p className={classes.countdown} aria-hidden="true">
        {left} 秒
      </p>
      <Button type="primary" size="large" autoFocus onClick={answer}>
        我在学习
      </Button>
    </div>
  )
}

/** Seconds until an instant of this device's clock. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** Someone in another tab sees it in the title. */
function callBack(): () => void {
  const title = document.title
  document.title = `请确认在场 - ${title}`
  return () => {
    document.title = title
  }
}
