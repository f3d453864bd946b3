import type { Question } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useKeysWanted } from '@ce/client/use-keys-wanted.ts'
import { useState } from 'react'
import { useKit } from '../../components/kit.tsx'
import { AnswerSheet } from './AnswerSheet.tsx'
import { Ending } from './Ending.tsx'
import { useExamKit } from './exam-kit.tsx'
import classes from './Paper.module.css'
import { PaperBar } from './PaperBar.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'
import { useExamKeys } from './use-exam-keys.ts'

/** An attempt under way: the bar on top, and below it what is answered or how it ends. */
export function Paper({ seat }: { seat: ExamSeat }) {
  const { phase, sitting, current } = seat.state
  const question = sitting?.questions[current]
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

/** Question at centre, answer sheet at right or in a drawer. What is open over it goes when the bell rings, and does not come back with added time. */
function Desk({ seat, question }: DeskProps) {
  const { Button } = useKit()
  const { Drawer } = useExamKit()
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
        <Button disabled={state.current === 0} onClick={() => go(state.current - 1)}>
          上一题
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
          答题卡 {questions.filter((one) => state.answers[one.id]?.length).length}/
          {questions.length}
        </Button>
        <Button
          disabled={state.current === questions.length - 1}
          onClick={() => go(state.current + 1)}
        >
          下一题
        </Button>
      </div>
      <Drawer
        title="答题卡"
        className={classes.drawer}
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
      >
        {sheet}
      </Drawer>
      <SubmitDialog seat={seat} open={asking} onGo={go} onClose={() => setAsking(false)} />
    </div>
  )
}
