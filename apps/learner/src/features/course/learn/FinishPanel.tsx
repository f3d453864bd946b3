import { useKit } from '../../../components/kit.tsx'
import { examMarks } from '../course-steps.ts'
import { ExamLink } from './ExamLink.tsx'
import classes from './FinishPanel.module.css'
import type { LearnDetail } from './learn-detail.ts'

interface FinishPanelProps {
  detail: LearnDetail
  onEvaluate: () => void
}

/** After the last lesson: the evaluation, then the exam. */
export function FinishPanel({ detail, onEvaluate }: FinishPanelProps) {
  const { Button } = useKit()
  const { evaluated, examState, signId, id } = detail
  if (!evaluated)
    return (
      <div className={classes.finish}>
        <p>
          <strong>全部课时已学完</strong>
          评价课程后即可参加考试。
        </p>
        <Button kind="primary" onClick={onEvaluate}>
          评价课程
        </Button>
      </div>
    )
  const passed = examState === 'PASSED'
  return (
    <div className={classes.finish}>
      <p>
        <strong>全部课时已学完，课程已评价</strong>
        {examMarks[examState].label}
      </p>
      <ExamLink signId={signId} courseId={id}>
        {passed ? '查看成绩' : '去考试'}
      </ExamLink>
    </div>
  )
}
