import { formatHoursUnit, formatTeacher } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './CourseCard.module.css'
import { CourseCover } from './CourseCover.tsx'
import { CourseProgress } from './CourseProgress.tsx'
import { nextStep } from './course-steps.ts'
import type { MySign } from './my-course-words.ts'

interface CourseCardProps {
  sign: MySign
  course: MySign['courses'][number]
  paid: boolean
}

/** One course of a sign: how far it is, and the one thing to do next. */
export function CourseCard({ sign, course, paid }: CourseCardProps) {
  const { signId } = sign
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
            {formatHoursUnit(course.hours)}
          </p>
          <p className={card.quiet}>{formatTeacher(course.teacher)}</p>
        </div>
      </div>
      <CourseProgress sign={sign} course={course} states={card.states} />
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
