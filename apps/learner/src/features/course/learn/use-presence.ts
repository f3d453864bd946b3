import { steadyNow } from '@ce/client/clock.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { presenceShownMs } from '@ce/contract/presence'
import { useEffect, useState } from 'react'

/** The open presence check: how long it may be answered, what is left by the server's clock, and the answer. */
export function usePresence({ state, dispatch }: LessonPlayer, onAnswered: () => void) {
  const { presence, offset } = state
  const { dueAt, answerBy } = presence ?? { dueAt: 0, answerBy: 0 }
  const time = Math.round((answerBy - dueAt - presenceShownMs) / 1000)
  const left = Math.min(time, useSecondsLeft(answerBy - offset))
  useEffect(callBack, [])
  const answer = () => {
    dispatch({ on: 'present' })
    onAnswered()
  }
  return { time, left, answer }
}

/** What the check says. @param onText what would stop is a reading clock */
export const presenceWords = {
  title: '请确认您正在学习',
  why: (time: number, onText: boolean) =>
    `${time} 秒内未确认，${onText ? '计时' : '视频'}将暂停；已保存的学习时间不受影响。`,
  answer: '我在学习',
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
function callBack(): () => void {
  const title = document.title
  const asking = `请确认在场 - ${title}`
  document.title = asking
  return () => {
    // the page that comes next has named itself already
    if (document.title === asking) document.title = title
  }
}
