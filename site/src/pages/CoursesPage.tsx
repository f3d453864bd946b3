import {
  formatCourseLength,
  formatHoursUnit,
  formatLastDay,
  formatPrice,
  formatSignWindow,
  formatTeacher,
} from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { trialTexts } from '@ce/contract/trial-text'
import { DatedText } from '@ce/ui/Dated.tsx'
import { EmptyState, ErrorState } from '@ce/ui/States.tsx'
import { Form, Link, useLoaderData } from 'react-router'
import { ItemCover } from '../Cover.tsx'
import { Breadcrumbs } from '../Crumbs.tsx'
import type { CourseCataloguePage } from '../data.ts'
import { KeywordInput } from '../KeywordInput.tsx'
import type { CoursesData } from '../load-courses.ts'
import { Pager } from '../Pager.tsx'
import { sitePaths as paths } from '../paths.ts'
import { writeSiteQuery } from '../read-query.ts'
import '../styles/courses.css'

type Plan = NonNullable<CourseCataloguePage['plan']>

export function CoursesPage() {
  const { pageTitle, found } = useLoaderData<CoursesData>()
  return (
    <div className="site-width">
      <Breadcrumbs here={pageTitle} />
      <section className="page-card" aria-labelledby="courses-title">
        <div className="list-head">
          <h1 id="courses-title">{pageTitle}</h1>
          {found.plan && <FilterForm year={found.plan.year} />}
        </div>
        {found.plans.length > 0 && <Years />}
        {found.plan && <PlanFacts plan={found.plan} />}
        <Courses />
      </section>
    </div>
  )
}

function FilterForm({ year }: { year: number }) {
  const { asked } = useLoaderData<CoursesData>()
  return (
    <Form action={paths.catalogue()} className="filter-form" role="search" aria-label="查找课程">
      <input type="hidden" name="year" value={year} />
      <select key={asked.subject} name="subject" aria-label="科目" defaultValue={asked.subject ?? ''}>
        <option value="">全部科目</option>
        {Object.entries(subjectNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <KeywordInput
        keyword={asked.keyword}
        aria-label="课程或教师"
        aria-invalid={asked.problem !== null}
        placeholder="课程或教师"
      />
      <button type="submit">查找</button>
    </Form>
  )
}

function Years() {
  const { found } = useLoaderData<CoursesData>()
  return (
    <nav className="course-years" aria-label="年度">
      {found.plans.map(({ year, trial, state }) => (
        <Link
          key={year}
          to={paths.catalogue() + writeSiteQuery({ year })}
          aria-current={year === found.plan?.year ? 'page' : undefined}
        >
          {year} 年度
          {trial && <span className="ui-tag">{trialTexts.tag}</span>}
          {state === 'UPCOMING' && <span className="ui-tag">即将报名</span>}
        </Link>
      ))}
    </nav>
  )
}

function PlanFacts({ plan }: { plan: Plan }) {
  const { requiredHours } = plan
  const { professional, public: common } = requiredHours
  return (
    <>
      <dl className="course-facts">
        <div>
          <dt>学时要求</dt>
          <dd>
            专业科目 {formatHoursUnit(professional)}
            {common > 0 && `，公需科目 ${formatHoursUnit(common)}`}
          </dd>
        </div>
        <div>
          <dt>年度费用</dt>
          <dd>
            <strong>{formatPrice(plan.price)}</strong>
            {plan.price > 0 && '，含本年度所选的全部课程'}
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
      {plan.trial && <p className="course-note">{trialTexts.sign}。</p>}
    </>
  )
}

function Courses() {
  const { asked, found } = useLoaderData<CoursesData>()
  const { plan, list } = found
  if (!plan || list.length === 0) return <NoCourses />
  const filtered = asked.keyword || asked.subject
  return (
    <>
      {filtered && (
        <p className="list-filter" role="status">
          找到 {found.total} 门课程。
          <Link to={paths.catalogue() + writeSiteQuery({ year: asked.year })}>显示全部</Link>
        </p>
      )}
      {list.some(({ demo }) => demo) && <p className="course-note">{demoDurationNote}</p>}
      <ul className="item-cards course-cards">
        {list.map((course, index) => (
          <li key={course.id}>
            <Link to={paths.offeredCourse(plan.year, course.id)}>
              <ItemCover item={courseCoverItem(course)} eager={index < 3} />
              <span className="card-title">{course.title}</span>
              <span className="course-line">
                {course.required ? '必修' : '选修'} · {subjectNames[course.subject]} · {formatHoursUnit(course.hours)} ·{' '}
                {formatCourseLength(course)}
              </span>
              <span className="course-line">
                {formatTeacher(course.teacher)}
                {course.canTrySee && <span className="ui-tag">可试看</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Pager {...found} to={(page) => paths.catalogue() + writeSiteQuery({ ...asked, page })} />
    </>
  )
}

/** Explains why hours and film lengths of the demo differ. */
export const demoDurationNote = '标有“演示时长”的课程，课时为演示短片，时长不代表正式课程。'

export function courseCoverItem({ title, coverUrl }: { title: string; coverUrl: string | null }) {
  return { categoryId: educationId, title, coverUrl, hasVideo: false }
}

const educationId = 27

function NoCourses() {
  const { asked, found } = useLoaderData<CoursesData>()
  const all = paths.catalogue()
  if (asked.problem)
    return (
      <ErrorState
        title={asked.problem}
        action={<Link to={all + writeSiteQuery({ year: asked.year })}>显示全部课程</Link>}
      >
        请改短或更正后再查找。
      </ErrorState>
    )
  if (!found.plan)
    return (
      <EmptyState
        title={asked.year ? `${asked.year} 年度目前不能报名` : '目前没有可以报名的年度'}
        action={
          found.plans.length > 0 ? (
            <Link to={all}>查看可报名的年度</Link>
          ) : (
            <Link to={paths.list('notice')}>查看通知公告</Link>
          )
        }
      >
        年度计划由协会发布，报名开始后会显示在这里。
      </EmptyState>
    )
  if (found.total > 0)
    return (
      <EmptyState title="没有这一页" action={<Link to={all + writeSiteQuery({ ...asked, page: 1 })}>回到第一页</Link>}>
        本年度没有那么多课程。
      </EmptyState>
    )
  if (asked.keyword || asked.subject)
    return (
      <EmptyState
        title="没有找到相关课程"
        action={<Link to={all + writeSiteQuery({ year: asked.year })}>显示全部课程</Link>}
      >
        可以换一个更短的词，或选择全部科目。
      </EmptyState>
    )
  return <EmptyState title="本年度还没有课程">课程由协会发布，发布后会显示在这里。</EmptyState>
}
