import { myCourseQuery } from '@ce/client/course.ts'
import { formatHoursUnit, formatLastDay, formatTeacher } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { CourseCover } from '@ce/frame/student/CourseCover.tsx'
import { CourseProgress } from '@ce/frame/student/CourseProgress.tsx'
import {
  expiredNotice,
  lockedNotice,
  type MySign,
  mayBePaidSince,
} from '@ce/frame/student/course/my-course-words.ts'
import { RehearsalNote } from '@ce/frame/student/course/RehearsalNote.tsx'
import { nextStep } from '@ce/frame/student/course-steps.ts'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { HoursBuckets } from '@ce/frame/student/HoursBuckets.tsx'
import { useAwaitedEmployer } from '@ce/frame/student/invitation/use-awaited-employer.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './MyCourses.module.css'

export type SignedCourse = MySign['courses'][number]

/** The courses of one year signed up for: how far each is, and what comes next. */
export function CoursePage() {
  const { signid } = useParams()
  const query = useQuery(myCourseQuery())
  const sign = query.data?.list.find((candidate) => candidate.signId === signid)
  return (
    <>
      <Link to={paths.myCourses()}>返回我的课程</Link>
      {!sign && <PageHeader title="课程学习" />}
      <Loaded query={query} unsure={mayBePaidSince(sign)}>
        {() =>
          sign ? (
            <SignedCourses sign={sign} />
          ) : (
            <NoSuch words={emptyWords.noSuchSign} to={paths.myCourses()} />
          )
        }
      </Loaded>
    </>
  )
}

function SignedCourses({ sign }: { sign: MySign }) {
  const locked = lockedNotice(sign, paths, useAwaitedEmployer(sign))
  return (
    <>
      <PageHeader title={sign.title}>学习截止 {formatLastDay(sign.studyEndAt)}</PageHeader>
      {locked && (
        <Alert
          type="warning"
          showIcon
          title={locked.text}
          action={<Link to={locked.to}>{locked.label}</Link>}
        />
      )}
      {sign.state === 'EXPIRED' && <Alert type="warning" showIcon title={expiredNotice} />}
      <section className={classes.summary} aria-label="学时">
        <HoursBuckets of={sign} />
      </section>
      <RehearsalNote sign={sign} className={classes.rehearsal} />
      <ul className={classes.courses}>
        {sign.courses.map((course) => (
          <CourseCard key={course.id} sign={sign} course={course} paid={locked === null} />
        ))}
      </ul>
    </>
  )
}

function CourseCard({ sign, course, paid }: { sign: MySign; course: SignedCourse; paid: boolean }) {
  const next = nextStep(course)
  const { signId } = sign
  const learn = paths.learn(signId, course.id)
  return (
    <li className={classes.course}>
      <CourseCover url={course.coverUrl} />
      <h2>{paid ? <Link to={learn}>{course.title}</Link> : course.title}</h2>
      <p className={classes.quiet}>
        {course.required ? '必修' : '选修'} · {subjectNames[course.subject]} ·{' '}
        {formatHoursUnit(course.hours)}
      </p>
      <p className={classes.quiet}>{formatTeacher(course.teacher)}</p>
      <CourseProgress sign={sign} course={course} states={classes.states} />
      {paid && (
        <LinkButton
          className={classes.next}
          type={course.examState === 'PASSED' ? 'default' : 'primary'}
          to={next.to === 'exam' ? paths.exam(signId, course.id) : learn}
          aria-label={`${next.label}：${course.title}`}
        >
          {next.label}
        </LinkButton>
      )}
    </li>
  )
}
