import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { examMark } from './course-steps.ts'
import type { MySign } from './my-course-words.ts'

/** How far a course is: the bar, then study, evaluation and exam, in a row laid out by `states`. */
export function CourseProgress({
  sign,
  course,
  states,
}: {
  sign: Pick<MySign, 'state'>
  course: MySign['courses'][number]
  states: string | undefined
}) {
  const exam = examMark(course, sign)
  return (
    <>
      <ProgressBar
        label={`${course.title} 学习进度`}
        value={course.progress}
        max={100}
        text={`已学 ${course.progress}%`}
      />
      <div className={states}>
        <StatusMark
          kind={course.state === 'DONE' ? 'done' : course.state === 'DOING' ? 'doing' : 'todo'}
        >
          学习 {course.progress}%
        </StatusMark>
        <StatusMark kind={course.evaluated ? 'done' : 'todo'}>
          {course.evaluated ? '已评价' : '未评价'}
        </StatusMark>
        <StatusMark kind={exam.kind}>
          {exam.label}
          {course.bestScore === null ? '' : `，最高 ${course.bestScore} 分`}
        </StatusMark>
      </div>
    </>
  )
}
