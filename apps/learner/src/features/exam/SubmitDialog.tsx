import { unansweredNumbers } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useState } from 'react'
import { useKit } from '../../components/kit.tsx'
import classes from './SubmitDialog.module.css'

interface SubmitDialogProps {
  seat: ExamSeat
  open: boolean
  onGo: (index: number) => void
  onClose: () => void
}

/** Asks before handing in: what is unanswered by its numbers, and that it is final. */
export function SubmitDialog({ seat, open, onGo, onClose }: SubmitDialogProps) {
  const { Dialog } = useKit()
  const { state, attempt } = seat
  const questions = state.sitting?.questions ?? []
  const [ledOn, setLedOn] = useState(false)
  const go = (index: number) => {
    setLedOn(index !== state.current)
    onGo(index)
  }
  const close = () => {
    setLedOn(false)
    onClose()
  }
  const missing = unansweredNumbers(state)
  const marked = questions.flatMap(({ id }, index) => (state.marks.includes(id) ? [index + 1] : []))
  return (
    <Dialog
      open={open}
      title="确认交卷？"
      onClose={close}
      ledOn={ledOn}
      answers={{
        yes: '确认交卷',
        no: '继续作答',
        onNo: close,
        onYes: () => {
          onClose()
          attempt.dispatch({ on: 'submit' })
        },
      }}
    >
      <div className={classes.body}>
        {missing.length === 0 ? (
          <p>{questions.length} 道题已全部作答。</p>
        ) : (
          <Numbers
            label={`还有 ${missing.length} 题未作答（不得分）：`}
            numbers={missing}
            onGo={go}
          />
        )}
        {marked.length > 0 && (
          <Numbers label={`标记待复查的 ${marked.length} 题：`} numbers={marked} onGo={go} />
        )}
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
  const { Button } = useKit()
  return (
    <div>
      <p>{label}</p>
      <ul className={classes.numbers}>
        {numbers.map((number) => (
          <li key={number}>
            <Button
              size="small"
              aria-label={`回到第 ${number} 题`}
              onClick={() => onGo(number - 1)}
            >
              {number}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
