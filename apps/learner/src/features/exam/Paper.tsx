import { wouldLose } from '@ce/client/exam-attempt/leaving.ts'
import type { Question } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useServerFault } from '@ce/client/online.ts'
import { readSession } from '@ce/client/session.ts'
import { useKeysWanted } from '@ce/client/use-keys-wanted.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useLeaveQuestion } from '@ce/ui/leaving.ts'
import { useEffect, useRef, useState } from 'react'
import { useOwnTitle } from '../../components/own-title.ts'
import { AnswerSheet } from './AnswerSheet.tsx'
import { useExamKeys } from './answering.ts'
import classes from './Paper.module.css'
import { PaperBar } from './PaperBar.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'
import { endingText, leavingText } from './text.ts'

/** An attempt under way: the bar on top, and below it what is answered or how it ends. */
export function Paper({ seat }: { seat: ExamSeat }) {
  const { phase, sitting, current, info } = seat.state
  const question = sitting?.questions[current]
  useOwnTitle(`${info.courseTitle} 考试`)
  useLeaveQuestion(
    () =>
      readSession() && {
        title: '离开考试页面？',
        text: leavingText(wouldLose(seat.attempt)),
        stay: '留在考试',
        leave: '离开',
      },
    // answers are kept on the device: only the loss of one asks there (exam-attempt/leaving.ts)
    false,
  )
  return (
    <div className={classes.page}>
      <PaperBar seat={seat} />
      {phase === 'running' && question ? (
        <Desk seat={seat} question={question} />
      ) : (
        <Ending seat={seat} />
      )}
    </div>
  )
}

interface DeskProps {
  seat: ExamSeat
  question: Question
}

/** Question at centre, answer sheet at right or behind a button. What is open over it goes when the bell rings, and does not come back with added time. */
function Desk({ seat, question }: DeskProps) {
  const { state, attempt } = seat
  const [asking, setAsking] = useState(false)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [keys, setKeys] = useKeysWanted('exam-keys')
  useExamKeys(seat, keys && !asking && !sheetOpen)
  const questions = state.sitting?.questions ?? []
  const go = (to: number) => {
    setSheetOpen(false)
    setAsking(false)
    attempt.dispatch({ on: 'go', to })
  }
  const sheet = (
    <AnswerSheet
      state={state}
      onGo={go}
      onSubmit={() => setAsking(true)}
      keys={keys}
      onKeys={setKeys}
    />
  )
  return (
    <div className={classes.columns}>
      <main className={classes.main}>
        <QuestionCard key={question.id} seat={seat} question={question} />
      </main>
      <aside className={classes.aside} aria-label="答题卡">
        {sheet}
      </aside>
      <div className={classes.foot}>
        <Button kind="quiet" disabled={state.current === 0} onClick={() => go(state.current - 1)}>
          上一题
        </Button>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
          答题卡 {questions.filter((one) => state.answers[one.id]?.length).length}/
          {questions.length}
        </Button>
        <Button
          kind="quiet"
          disabled={state.current === questions.length - 1}
          onClick={() => go(state.current + 1)}
        >
          下一题
        </Button>
      </div>
      <Dialog title="答题卡" open={sheetOpen} onClose={() => setSheetOpen(false)}>
        {sheet}
      </Dialog>
      {asking && <SubmitDialog seat={seat} onGo={go} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Between handing in and the result. */
function Ending({ seat: { state, attempt } }: { seat: ExamSeat }) {
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
        {stuck && <p>{endingText(waiting, expired, state.info.sealedSeconds)}</p>}
      </div>
      {stuck && (
        <Button kind="quiet" onClick={() => attempt.dispatch({ on: 'online' })}>
          立即重试
        </Button>
      )}
    </main>
  )
}
