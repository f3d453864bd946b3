import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { Link } from 'react-router'
import { LeftAnswers } from '../../components/LeftAnswers.tsx'
import { paths } from '../../paths.ts'
import classes from './ExamFrame.module.css'
import { ExamFrame } from './ExamFrame.tsx'
import { ExamRules } from './ExamRules.tsx'
import { LockNote } from './LockNote.tsx'
import { PastAttempts } from './PastAttempts.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { ResumeExam } from './ResumeExam.tsx'
import { StartExam } from './StartExam.tsx'

/** The page before an attempt: its rules, what is missing, past attempts, and the way in. */
export function BeforeExam({ seat }: { seat: ExamSeat }) {
  const { info, phase } = seat.state
  return (
    <ExamFrame title={`在线考试：${info.courseTitle}`}>
      <div>
        <LeftAnswers />
        <Link to={paths.course(info.signId)} className={classes.back}>
          返回课程列表
        </Link>
      </div>
      <LockNote info={info} />
      {info.runningAttemptId && <ResumeExam seat={seat} />}
      <ExamRules info={info} />
      {!info.runningAttemptId && info.state !== 'PASSED' && <Rehearsal />}
      {info.attempts.length > 0 && <PastAttempts info={info} />}
      {phase !== 'locked' && !info.runningAttemptId && <StartExam seat={seat} />}
    </ExamFrame>
  )
}
