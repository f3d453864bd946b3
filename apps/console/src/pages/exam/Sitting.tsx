import { formatDateTime } from '@ce/client/format.ts'
import type { Appeal, Decision } from '@ce/client/staff/exam.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { resultWords } from './words.ts'

/** One sitting, told from others of the same person and of namesakes. */
export function Sitting({ sitting }: { sitting: Appeal | Decision }) {
  const { studentName, phoneMasked, courseTitle, year, no, startedAt } = sitting
  return (
    <>
      {studentName} {phoneMasked}
      <span className={classes.minor}>
        {courseTitle}，{year} 年度第 {no} 次
      </span>
      <span className={classes.minor}>
        {formatDateTime(startedAt)} 开始，{resultWords(sitting)}
      </span>
    </>
  )
}

/** The same, and the way to it on the board, where it can be acted upon on whatever day it was. */
export function LinkedSitting({ sitting }: { sitting: Appeal | Decision }) {
  const { attemptId, studentName, courseTitle } = sitting
  return (
    <>
      <Sitting sitting={sitting} />
      <Link
        to={paths.examsOne(attemptId)}
        aria-label={`在考场中查看 ${studentName}，${courseTitle}`}
      >
        在考场中查看
      </Link>
    </>
  )
}
