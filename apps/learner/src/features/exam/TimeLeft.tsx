import { type ExamSeat, useRemaining } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatRemaining } from '@ce/client/format.ts'
import { useEffect, useRef, useState } from 'react'
import classes from './Paper.module.css'
import { crossed, urgencyOf } from './time-thresholds.ts'

/** What is left of the time: always visible, quiet until the thresholds, which are told once each. */
export function TimeLeft({ seat }: { seat: ExamSeat }) {
  const seconds = useRemaining(seat)
  const before = useRef(seconds)
  const [told, setTold] = useState('')
  useEffect(() => {
    const minutes = crossed(before.current, seconds)
    before.current = seconds
    if (minutes !== null) setTold(`考试还剩 ${minutes} 分钟`)
  }, [seconds])
  const urgency = urgencyOf(seconds)
  return (
    <div className={`${classes.time} ${classes[urgency]}`}>
      <span>{urgency === 'last' ? '即将自动交卷' : '剩余时间'}</span>
      <strong role="timer" aria-label="剩余时间">
        {formatRemaining(seconds)}
      </strong>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  )
}
