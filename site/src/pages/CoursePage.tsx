import {
  formatCourseLength,
  formatDate,
  formatDuration,
  formatHoursUnit,
  formatLastDay,
  formatPrice,
  formatSignWindow,
  formatTeacher,
} from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { trialTexts } from '@ce/contract/trial-text'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Link, useLoaderData } from 'react-router'
import { CoursePreview } from '../CoursePreview.tsx'
import { ItemCover } from '../Cover.tsx'
import { Breadcrumbs } from '../Crumbs.tsx'
import type { CourseInfo } from '../data.ts'
import type { CourseData } from '../load-courses.ts'
import { sitePaths as paths } from '../paths.ts'
import { writeSiteQuery } from '../read-query.ts'
import { courseCoverItem, demoDurationNote } from './CoursesPage.tsx'
import '../styles/courses.css'

export function CoursePage() {
  const { course } = useLoaderData<CourseData>()
  const { plan } = course
  const list = paths.catalogue() + writeSiteQuery({ year: plan.year })
  return (
    <div className="site-width">
      <Breadcrumbs way={[{ to: list, title: `${plan.year} 年度课程目录` }]} here={course.title} />
      <div className="course-frame">
        <div className="page-card course-head">
          <h1>{course.title}</h1>
          <p className="course-line">
            {course.required ? '必修' : '选修'} · {subjectNames[course.subject]} · {formatHoursUnit(course.hours)} ·{' '}
            {formatCourseLength(course)}
          </p>
          {course.demo && <p className="course-note">{demoDurationNote}</p>}
          {course.canTrySee ? (
            <CoursePreview
              key={course.id}
              of={{ year: plan.year, id: course.id }}
              title={course.title}
              coverUrl={course.coverUrl}
            />
          ) : (
            <ItemCover item={courseCoverItem(course)} eager />
          )}
        </div>
        <SignCard course={course} />
        <article className="page-card" aria-label="课程详情">
          <section aria-labelledby="course-intro">
            <h2 id="course-intro">课程简介</h2>
            <p>{course.intro || '教师尚未填写简介。'}</p>
          </section>
          <Outline course={course} />
          <Teacher course={course} />
          <ExamRules exam={course.exam} />
        </article>
      </div>
    </div>
  )
}

function Outline({ course }: { course: CourseInfo }) {
  const { lessons } = course
  return (
    <section aria-labelledby="course-outline">
      <h2 id="course-outline">课时（{lessons.length} 个）</h2>
      <ol className="course-outline">
        {lessons.map(({ title, kind, durationSeconds }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lessons may have one title, and their order is the course's
          <li key={index}>
            <span>{title}</span>
            <span>
              {kind === 'VIDEO' ? '视频' : '阅读'} · {formatDuration(durationSeconds)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Teacher({ course: { teacher } }: { course: CourseInfo }) {
  return (
    <section aria-labelledby="course-teacher">
      <h2 id="course-teacher">授课教师</h2>
      <p>
        <strong>{formatTeacher(teacher)}</strong>
        {teacher.employer && `，${teacher.employer}`}
      </p>
      {teacher.intro && <p>{teacher.intro}</p>}
    </section>
  )
}

function ExamRules({ exam }: { exam: CourseInfo['exam'] }) {
  const { singleCount, multipleCount, judgeCount, pointsEach } = exam
  const kinds = [
    singleCount > 0 && `单选 ${singleCount} 题`,
    multipleCount > 0 && `多选 ${multipleCount} 题`,
    judgeCount > 0 && `判断 ${judgeCount} 题`,
  ].filter(Boolean)
  const questions = singleCount + multipleCount + judgeCount
  return (
    <section aria-labelledby="course-exam">
      <h2 id="course-exam">考试与学时</h2>
      <ul className="course-rules">
        <li>学完全部课时并填写课程评价后，可以在线考试。</li>
        <li>
          共 {questions} 题（{kinds.join('、')}），满分 {questions * pointsEach} 分，{exam.passMark} 分及格，限时{' '}
          {formatDuration(exam.examSeconds)}。
        </li>
        <li>每轮可考 {exam.attemptsPerRound} 次；用完后重新学习课程，可以再考。考试及格即计入学时。</li>
      </ul>
    </section>
  )
}

/** The card links to the sign-up with this course. */
function SignCard({ course }: { course: CourseInfo }) {
  const signedIn = useSession() !== null
  const { plan } = course
  const sign = paths.signCourse(plan.year, course.id)
  return (
    <aside className="page-card course-sign" aria-label="报名信息">
      <p className="course-plan">
        {plan.title} {plan.trial && <span className="ui-tag">{trialTexts.tag}</span>}
      </p>
      <p className="course-price">{formatPrice(plan.price)}</p>
      {plan.price > 0 && <p>一次缴费，含本年度所选的全部课程。</p>}
      {plan.trial && <p className="course-note">{trialTexts.sign}。</p>}
      <dl className="course-facts">
        <div>
          <dt>本课程</dt>
          <dd>
            {formatHoursUnit(course.hours)}，{course.required ? '必修，报名即包含' : '选修'}
          </dd>
        </div>
        <div>
          <dt>报名时间</dt>
          <dd>
            <DatedText>{formatSignWindow(plan)}</DatedText>
          </dd>
        </div>
        <div>
          <dt>学习截止</dt>
          <dd>{formatLastDay(plan.studyEndAt)}</dd>
        </div>
      </dl>
      {plan.state === 'OPEN' ? (
        <Link className="site-button" to={sign}>
          {course.required ? `去报名 ${plan.year} 年度` : '选这门课，去报名'}
        </Link>
      ) : (
        <p className="course-note">{formatDate(plan.signStartAt)} 开始报名，届时可在本页报名。</p>
      )}
      {!signedIn && (
        <p>
          报名需要登录。还没有账号？<Link to={paths.register()}>注册平台账号</Link>
        </p>
      )}
    </aside>
  )
}
