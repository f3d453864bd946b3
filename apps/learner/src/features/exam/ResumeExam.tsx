import { remainingSeconds } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { useKit } from '../../components/kit.tsx'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'

/** An attempt is under way, here or on another device: the way back into it. */
export function ResumeExam({ seat: { state, attempt } }: { seat: ExamSeat }) {
  const { Alert, Button } = useKit()
  const { info, phase, problem } = state
  const endsAt = info.runningDeadline === null ? null : Date.parse(info.runningDeadline)
  const over =
    endsAt !== null && remainingSeconds({ ...state, deadline: endsAt }, attempt.now()) === 0
  return (
    <section className={frame.card} aria-labelledby="exam-resume">
      <h2 id="exam-resume">考试正在进行</h2>
      <p>
        计时没有停止，
        {endsAt !== null && <Dated>将于 {formatDateTime(endsAt)} 截止，</Dated>}
        {over ? '请点击查看结果。' : '已作答的内容都在，请尽快继续。'}
      </p>
      {problem && <Alert kind="error" title={problem} />}
      <Button
        kind="primary"
        size="large"
        className={classes.action}
        busy={phase === 'starting'}
        onClick={() => attempt.dispatch({ on: 'begin' })}
      >
        继续考试
      </Button>
    </section>
  )
}
