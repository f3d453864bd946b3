import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { myCourseQuery } from '@ce/client/course.ts'
import { formatHoursUnit, formatLastDay, formatTeacher } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { Alert } from '@ce/ui/Alert.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { usePayingEmployer } from '../invitation/use-awaited-employer.ts'
import top from './CourseCard.module.css'
import { CourseCover } from './CourseCover.tsx'
import classes from './MyCourses.module.css'
import {
  examLabel,
  findRehearsalCourse,
  hasPaymentPossiblyArrived,
  lockedCoursesNotice,
  type MySign,
  nextCourseStep,
  type SignedCourse,
  studyExpiredText,
} from './my-course-text.ts'
import { YearSubjectHours } from './YearSubjectHours.tsx'

export function SignCoursesScreen() {
  const { signid } = useParams()
  const query = useQuery(myCourseQuery())
  const sign = query.data?.list.find((candidate) => candidate.signId === signid)
  const title = sign ? `${sign.year} 年度课程` : '课程学习'
  usePageTitle(title)
  return (
    <ScreenLayout
      title={title}
      back={paths.myCourses()}
      backLabel="返回我的课程"
      aside={sign && <TrialYearTag of={sign} />}
    >
      <PullToRefresh>
        <QueryContent query={query} unsure={hasPaymentPossiblyArrived(sign)}>
          {() =>
            sign ? (
              <SignedCourses sign={sign} />
            ) : (
              <NotFoundNote words={emptyScreenTexts.noSuchSign} to={paths.myCourses()} />
            )
          }
        </QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function SignedCourses({ sign }: { sign: MySign }) {
  const locked = lockedCoursesNotice(sign, usePayingEmployer(sign))
  return (
    <>
      {locked && (
        <Alert kind="warning" title={locked.text}>
          <Link to={locked.to}>{locked.label}</Link>
        </Alert>
      )}
      {sign.state === 'EXPIRED' && <Alert kind="warning" title={studyExpiredText} />}
      <section className={card.card} aria-label="学时">
        <div className={classes.hours}>
          <YearSubjectHours of={sign} />
        </div>
        <p className={card.quiet}>
          <DatedText>学习截止 {formatLastDay(sign.studyEndAt)}</DatedText>
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

function RehearsalNote({ sign }: { sign: MySign }) {
  const course = findRehearsalCourse(sign)
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

function CourseCard({ sign, course, paid }: CourseCardProps) {
  const { signId } = sign
  const next = nextCourseStep(course)
  const exam = examLabel(course, sign)
  return (
    <li className={card.card}>
      <div className={top.top}>
        <CourseCover url={course.coverUrl} />
        <div>
          <h2 className={top.title}>{course.title}</h2>
          <p className={card.quiet}>
            {course.required ? '必修' : '选修'} · {subjectNames[course.subject]} · {formatHoursUnit(course.hours)}
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
        <StatusMark kind={course.state === 'DONE' ? 'done' : course.state === 'DOING' ? 'doing' : 'todo'}>
          学习 {course.progress}%
        </StatusMark>
        <StatusMark kind={course.evaluated ? 'done' : 'todo'}>{course.evaluated ? '已评价' : '未评价'}</StatusMark>
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
