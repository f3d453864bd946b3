import type { Output } from '@ce/client/call.ts'
import { formatHours, formatTeacher, subjectNames } from '@ce/client/format.ts'
import { CourseCover } from '@ce/frame/student/CourseCover.tsx'
import { examMarks, nextStep } from '@ce/frame/student/course-steps.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './CourseCard.module.css'

type Course = Output<'GET /course/v1/my_course'>['list'][number]['courses'][number]

interface CourseCardProps {
  signId: string
  course: Course
  paid: boolean
}

/** One course of a sign: how far it is, and the one thing to do next. */
export function CourseCard({ signId, course, paid }: CourseCardProps) {
  const exam = examMarks[course.examState]
  const next = nextStep(course)
  const to = next.to === 'exam' ? paths.exam(signId, course.id) : paths.learn(signId, course.id)
  return (
    <section className={card.card}>
      <div className={classes.top}>
        <div className={classes.cover}>
          <CourseCover url={course.coverUrl} />
        </div>
        <div>
          <h2 className={classes.title}>{course.title}</h2>
          <p className={card.quiet}>
            {course.required ? '必修' : '选修'} · {subjectNames[course.subject]} ·{' '}
            {formatHours(course.hours)} 学时
          </p>
          <p className={card.quiet}>{formatTeacher(course.teacher)}</p>
        </div>
      </div>
      <ProgressBar
        label={`${course.title} 学习进度`}
        value={course.progress}
        max={100}
        text={`已学 ${course.progress}%`}
      />
      <div className={card.states}>
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
      {paid && (
        <Link
          className={buttonClass(course.examState === 'PASSED' ? 'quiet' : 'primary')}
          to={to}
          aria-label={`${next.label}：${course.title}`}
        >
          {next.label}
        </Link>
      )}
    </section>
  )
}
