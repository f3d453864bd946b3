import type { AttemptQuestion } from '@ce/client/exam-attempt/state.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { hasUnsavedAnswers } from '@ce/client/exam-attempt/warn-before-leaving.ts'
import { useServerFault } from '@ce/client/online.ts'
import { readSession } from '@ce/client/session.ts'
import { useShortcutKeysEnabled } from '@ce/client/use-keys-wanted.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useLeaveConfirmation } from '@ce/ui/leaving.ts'
import { useEffect, useRef, useState } from 'react'
import { usePageTitle } from '../../components/page-title.ts'
import { AnswerSheet } from './AnswerSheet.tsx'
import { ExamStatusBar } from './ExamStatusBar.tsx'
import classes from './Paper.module.css'
import { QuestionCard } from './QuestionCard.tsx'
import { SubmitExamDialog } from './SubmitExamDialog.tsx'
import { leaveExamText, submittingText } from './text.ts'
import { useExamKeys } from './use-exam-keys.ts'

export function RunningExamPaper({ seat }: { seat: ExamSession }) {
  const { phase, sitting, current, info } = seat.state
  const question = sitting?.questions[current]
  usePageTitle(`${info.courseTitle} 考试`)
  useLeaveConfirmation(
    () =>
      readSession() && {
        title: '离开考试页面？',
        text: leaveExamText(hasUnsavedAnswers(seat.attempt)),
        stay: '留在考试',
        leave: '离开',
      },
    /**
     * Do not ask here before the tab is closed: the device stores the answers, and exam-attempt/warn-before-leaving.ts
     * asks if it cannot.
     */
    false,
  )
  return (
    <div className={classes.page}>
      <ExamStatusBar seat={seat} />
      {phase === 'running' && question ? <Desk seat={seat} question={question} /> : <Ending seat={seat} />}
    </div>
  )
}

interface DeskProps {
  seat: ExamSession
  question: AttemptQuestion
}

/** Dialogs that are open at the deadline close, and stay closed after an extension. */
function Desk({ seat, question }: DeskProps) {
  const { state, attempt } = seat
  const [asking, setAsking] = useState(false)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [keys, setKeys] = useShortcutKeysEnabled('exam-keys')
  useExamKeys(seat, keys && !asking && !sheetOpen)
  const questions = state.sitting?.questions ?? []
  const go = (to: number) => {
    setSheetOpen(false)
    setAsking(false)
    attempt.dispatch({ on: 'go', to })
  }
  const sheet = <AnswerSheet state={state} onGo={go} onSubmit={() => setAsking(true)} keys={keys} onKeys={setKeys} />
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
          答题卡 {questions.filter((one) => state.answers[one.id]?.length).length}/{questions.length}
        </Button>
        <Button kind="quiet" disabled={state.current === questions.length - 1} onClick={() => go(state.current + 1)}>
          下一题
        </Button>
      </div>
      <Dialog title="答题卡" open={sheetOpen} onClose={() => setSheetOpen(false)}>
        {sheet}
      </Dialog>
      {asking && <SubmitExamDialog seat={seat} onGo={go} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Ending({ seat: { state, attempt } }: { seat: ExamSession }) {
  const expired = state.phase === 'expired'
  const stuck = state.failures > 0
  const waiting = { faulty: useServerFault(), keeps: attempt.keeps() }
  const place = useRef<HTMLElement>(null)
  // Move the focus, because the pressed button disappeared with the paper.
  useEffect(() => place.current?.focus(), [])
  return (
    <main ref={place} tabIndex={-1} className={classes.ending}>
      <div role="status">
        <p className={classes.endingTitle}>{expired ? '考试时间到，正在自动交卷…' : '正在交卷…'}</p>
        {stuck && <p>{submittingText(waiting, expired, state.info.sealedSeconds)}</p>}
      </div>
      {stuck && (
        <Button kind="quiet" onClick={() => attempt.dispatch({ on: 'online' })}>
          立即重试
        </Button>
      )}
    </main>
  )
}
