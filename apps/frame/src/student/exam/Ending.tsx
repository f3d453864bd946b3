import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatDuration } from '@ce/client/format.ts'
import { useEffect, useRef } from 'react'
import { useKit } from '../kit.tsx'
import classes from './Paper.module.css'

/** Between handing in and the result. */
export function Ending({ seat: { state, attempt } }: { seat: ExamSeat }) {
  const { Button } = useKit()
  const expired = state.phase === 'expired'
  const stuck = state.failures > 0
  const place = useRef<HTMLElement>(null)
  // the paper has gone with whatever was pressed on it
  useEffect(() => place.current?.focus(), [])
  return (
    <main ref={place} tabIndex={-1} className={classes.ending}>
      <div role="status">
        <p className={classes.endingTitle}>{expired ? '考试时间到，正在自动交卷…' : '正在交卷…'}</p>
        {stuck && (
          <p>
            {expired
              ? `网络不通。您的答案已在截止时封存在本机，请不要关闭本页：截止后 ${formatDuration(state.info.sealedSeconds)}内恢复网络会自动补交（标记待核查）；更晚则以断网前已上传的答案为准。如考试时间已延长，恢复后可继续作答。`
              : `网络不通，恢复后会自动交卷，答案已保存在本机，请不要关闭本页。若到截止时仍未恢复，答案会封存在本机，${formatDuration(state.info.sealedSeconds)}内恢复网络会自动补交（标记待核查）。`}
          </p>
        )}
      </div>
      {stuck && <Button onClick={() => attempt.dispatch({ on: 'online' })}>立即重试</Button>}
    </main>
  )
}
