import { unansweredQuestionNumbers } from '@ce/client/exam-attempt/state.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import classes from './Paper.module.css'

interface SubmitDialogProps {
  seat: ExamSession
  onGo: (index: number) => void
  onClose: () => void
}

export function SubmitExamDialog({ seat, onGo, onClose }: SubmitDialogProps) {
  const { state, attempt } = seat
  const questions = state.sitting?.questions ?? []
  const missing = unansweredQuestionNumbers(state)
  const marked = questions.flatMap(({ id }, index) => (state.marks.includes(id) ? [index + 1] : []))
  const handIn = () => {
    onClose()
    attempt.dispatch({ on: 'submit' })
  }
  return (
    <Dialog
      open
      title="确认交卷？"
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            继续作答
          </Button>
          <Button onClick={handIn}>确认交卷</Button>
        </>
      }
    >
      <div className={classes.ask}>
        {missing.length === 0 ? (
          <p>{questions.length} 道题已全部作答。</p>
        ) : (
          <Numbers label={`还有 ${missing.length} 题未作答（不得分）：`} numbers={missing} onGo={onGo} />
        )}
        {marked.length > 0 && <Numbers label={`标记待复查的 ${marked.length} 题：`} numbers={marked} onGo={onGo} />}
        <p>交卷后立即评分，不能再修改答案。</p>
      </div>
    </Dialog>
  )
}

interface NumbersProps {
  label: string
  numbers: number[]
  onGo: (index: number) => void
}

function Numbers({ label, numbers, onGo }: NumbersProps) {
  return (
    <div>
      <p>{label}</p>
      <ul className={classes.numbers}>
        {numbers.map((number) => (
          <li key={number}>
            <Button kind="quiet" aria-label={`回到第 ${number} 题`} onClick={() => onGo(number - 1)}>
              {number}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
