import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useServerFault } from '@ce/client/online.ts'
import { useEffect, useRef } from 'react'
import { useKit } from '../../components/kit.tsx'
import { endingWords } from './offline-words.ts'
import classes from './Paper.module.css'

/** Between handing in and the result. */
export function Ending({ seat: { state, attempt } }: { seat: ExamSeat }) {
  const { Button } = useKit()
  const expired = state.phase === 'expired'
  const stuck = state.failures > 0
  const waiting = { faulty: useServerFault(), keeps: attempt.keeps() }
  const place = useRef<HTMLElement>(null)
  // the paper has gone with whatever was pressed on it
  useEffect(() => place.current?.focus(), [])
  return (
    <main ref={place} tabIndex={-1} className={classes.ending}>
      <div role="status">
        <p className={classes.endingTitle}>{expired ? '考试时间到，正在自动交卷…' : '正在交卷…'}</p>
        {stuck && <p>{endingWords(waiting, expired, state.info.sealedSeconds)}</p>}
      </div>
      {stuck && <Button onClick={() => attempt.dispatch({ on: 'online' })}>立即重试</Button>}
    </main>
  )
}
