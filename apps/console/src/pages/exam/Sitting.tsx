import { formatDateTime } from '@ce/client/format.ts'
import type { AttemptDecision, ExamAppealRow } from '@ce/client/staff/exam.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { attemptResultText } from './labels.ts'

export function AttemptSummary({ sitting }: { sitting: ExamAppealRow | AttemptDecision }) {
  const { studentName, phoneMasked, courseTitle, year, no, startedAt } = sitting
  return (
    <>
      {studentName} {phoneMasked}
      <span className={classes.minor}>
        {courseTitle}，{year} 年度第 {no} 次
      </span>
      <span className={classes.minor}>
        {formatDateTime(startedAt)} 开始，{attemptResultText(sitting)}
      </span>
    </>
  )
}

/** The attempt with a link to the exam board, where staff can act on it. */
export function LinkedAttemptSummary({ sitting }: { sitting: ExamAppealRow | AttemptDecision }) {
  const { attemptId, studentName, courseTitle } = sitting
  return (
    <>
      <AttemptSummary sitting={sitting} />
      <Link to={paths.examsOne(attemptId)} aria-label={`在考场中查看 ${studentName}，${courseTitle}`}>
        在考场中查看
      </Link>
    </>
  )
}

/** Who requested a regrade, and when. */
export const regradeRequestColumn = {
  key: 'asked',
  title: '申请',
  responsive: ['md' as const],
  render: (_: unknown, { askedBy, askedAt }: { askedBy: string; askedAt: string }) => (
    <>
      {askedBy}
      <span className={classes.minor}>{formatDateTime(askedAt)}</span>
    </>
  ),
}
