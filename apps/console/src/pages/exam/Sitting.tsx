import { formatDateTime } from '@ce/client/format.ts'
import type { Appeal, Decision } from '@ce/client/staff/exam.ts'
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
