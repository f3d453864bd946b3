import { Loaded } from '@ce/client/components/Loaded.tsx'
import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { myCourseQuery } from '@ce/client/course.ts'
import { formatHoursUnit, formatLastDay, formatTeacher } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { Alert } from '@ce/ui/Alert.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { NoSuch } from '../../components/NoSuch.tsx'
import { useOwnTitle } from '../../components/own-title.ts'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import top from './CourseCard.module.css'
import { CourseCover } from './CourseCover.tsx'
import { HoursBuckets } from './HoursBuckets.tsx'
import classes from './MyCourses.module.css'
import {
  examMark,
  expiredNotice,
  lockedNotice,
  type MySign,
  mayBePaidSince,
  nextStep,
  rehearsable,
  type SignedCourse,
} from './my-course-text.ts'

/** The courses of one year signed up for: how far each is, and what comes next. */
export function CourseScreen() {
  const { signid } = useParams()
  const query = useQuery(myCourseQuery())
  const sign = query.data?.list.find((candidate) => candidate.signId === signid)
  const title = sign ? `${sign.year} 年度课程` : '课程学习'
  useOwnTitle(title)
  return (
    <Screen
      title={title}
      back={paths.myCourses()}
      backLabel="返回我的课程"
      aside={sign && <TrialTag of={sign} />}
    >
      <Refreshing>
        <Loaded query={query} unsure={mayBePaidSince(sign)}>
          {() =>
            sign ? (
              <SignedCourses sign={sign} />
            ) : (
              <NoSuch words={emptyWords.noSuchSign} to={paths.myCourses()} />
            )
          }
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function SignedCourses({ sign }: { sign: MySign }) {
  const locked = lockedNotice(sign, useAwaitedEmployer(sign))
  return (
    <>
      {locked && (
        <Alert kind="warning" title={locked.text}>
          <Link to={locked.to}>{locked.label}</Link>
        </Alert>
      )}
      {sign.state === 'EXPIRED' && <Alert kind="warning" title={expiredNotice} />}
      <section className={card.card} aria-label="学时">
        <div className={classes.hours}>
          <HoursBuckets of={sign} />
        </div>
        <p className={card.quiet}>
          <Dated>学习截止 {formatLastDay(sign.studyEndAt)}</Dated>
        </p>
      </section>
      <RehearsalNote sign={sign} />
      <ul className={classes.cards}>
        {sign.courses.map((course) => (
          <CourseCard key={course.id} sign={sign} course={course} paid={locked === null} />
        ))}
      </ul>
    </>
  )
}

/** Tells of 考前自检 while there is time to mend what it finds; nothing once every exam of the year is open. */
function RehearsalNote({ sign }: { sign: MySign }) {
  const course = rehearsable(sign)
  if (!course) return null
  return (
    <div className={`${card.card} ${classes.rehearsal}`}>
      <p>考试要用摄像头和网络，请提前几天用考试时的设备检查一次，不到一分钟。</p>
      <Link className={buttonClass('quiet')} to={paths.rehearsal(sign.signId, course.id)}>
        考前自检
      </Link>
    </div>
  )
}

interface CourseCardProps {
  sign: MySign
  course: SignedCourse
  paid: boolean
}

/** One course of a sign: how far it is, and the one thing to do next. */
function CourseCard({ sign, course, paid }: CourseCardProps) {
  const { signId } = sign
  const next = nextStep(course)
  const exam = examMark(course, sign)
  return (
    <li className={card.card}>
      <div className={top.top}>
        <CourseCover url={course.coverUrl} />
        <div>
          <h2 className={top.title}>{course.title}</h2>
          <p className={card.quiet}>
            {course.required ? '必修' : '选修'} · {subjectNames[course.subject]} ·{' '}
            {formatHoursUnit(course.hours)}
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
          to={next.to === 'exam' ? paths.exam(signId, course.id) : paths.learn(signId, course.id)}
          state={next.evaluate && { evaluate: true }}
          aria-label={`${next.label}：${course.title}`}
        >
          {next.label}
        </Link>
      )}
    </li>
  )
}
