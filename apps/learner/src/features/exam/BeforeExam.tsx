import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useEffect } from 'react'
import { useKit } from '../../components/kit.tsx'
import { paths } from '../../paths.ts'
import { ExamRules } from './ExamRules.tsx'
import { useExamKit } from './exam-kit.tsx'
import { LeftPapers } from './LeftAnswers.tsx'
import { LockNote } from './LockNote.tsx'
import { PastAttempts } from './PastAttempts.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { ResumeExam } from './ResumeExam.tsx'
import { useLeft } from './SendLeft.tsx'
import { StartExam } from './StartExam.tsx'

/** The page before an attempt: its rules, what is missing, past attempts, and the way in. */
export function BeforeExam({ seat }: { seat: ExamSeat }) {
  const { Alert } = useKit()
  const { Frame } = useExamKit()
  const { info, phase } = seat.state
  const left = useLeft()
  const { look } = left
  // back from an attempt, the page was not changed
  useEffect(look, [look])
  const own = left.awaited.find(
    ({ paper: { exam } }) => exam.signId === info.signId && exam.id === info.id,
  )
  return (
    <Frame
      title="在线考试"
      course={info.courseTitle}
      back={{ to: paths.course(info.signId), label: '返回课程列表' }}
    >
      <LeftPapers left={left} Alert={Alert} />
      <LockNote info={info} />
      {info.runningAttemptId && <ResumeExam seat={seat} />}
      <ExamRules info={info} />
      {!info.runningAttemptId && info.state !== 'PASSED' && <Rehearsal />}
      {info.attempts.length > 0 && <PastAttempts info={info} />}
      {phase !== 'locked' && !info.runningAttemptId && <StartExam seat={seat} awaited={own} />}
    </Frame>
  )
}
