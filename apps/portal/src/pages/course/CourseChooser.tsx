import { courseListQuery } from '@ce/client/course.ts'
import { formatDate } from '@ce/client/format.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { chooseCourses, type OfferedCourse } from '@ce/frame/student/choice.ts'
import type { PlanYear } from '@ce/frame/student/year-action.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { type PayableOrder, PayDialog } from '../order/PayDialog.tsx'
import classes from './CourseChooser.module.css'
import { OfferCard } from './OfferCard.tsx'
import { SignBar } from './SignBar.tsx'
import { TrialDialog } from './TrialDialog.tsx'

/** A plan has at most a few dozen courses: all of them on one page. */
const wholePlan = { page: 1, pageSize: 100 }

/** The course choice of one year: required ones are in, electives are ticked until the hours are reached. */
export function CourseChooser({ plan }: { plan: PlanYear }) {
  const query = useQuery(courseListQuery({ year: plan.year, ...wholePlan }))
  return (
    <>
      <Link to={paths.sign()}>返回年度列表</Link>
      <PageHeader title={plan.title}>
        必修课程已包含在内；有选修课程的，请勾选至达到要求学时。学习截止{' '}
        {formatDate(plan.studyEndAt)}，{plan.price === 0 ? '报名' : '缴费'}后不能更改课程。
      </PageHeader>
      <Loaded query={query} skeleton={<Skeleton shape={['card', 'card', 'card']} />}>
        {({ list }) =>
          list.length > 0 ? (
            <Chooser plan={plan} offered={list} />
          ) : (
            <EmptyState title="本年度课程尚未公布">课程公布后即可报名，请稍后再来。</EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

function Chooser({ plan, offered }: { plan: PlanYear; offered: OfferedCourse[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(offered.filter((course) => course.chosen).map((course) => course.id)),
  )
  const [trying, setTrying] = useState<OfferedCourse>()
  // here, not in the bar: payment locks the choice, and the bar goes before the dialog has said so
  const [paying, setPaying] = useState<PayableOrder>()
  const choice = chooseCourses(offered, ticked, plan.requiredHours.professional)
  const locked =
    plan.signState !== undefined && !['CANCELLED', 'UNPAID', 'REFUNDED'].includes(plan.signState)
  const toggle = (id: string) =>
    setTicked((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return (
    <>
      {locked && (
        <Alert
          type="info"
          showIcon
          title={`本年度已${plan.price === 0 ? '报名' : '缴费'}，课程不能更改。`}
          className={classes.note}
        />
      )}
      {!locked && plan.state !== 'OPEN' && (
        <Alert
          type="warning"
          showIcon
          title="本年度当前不能报名，课程仅供查看。"
          className={classes.note}
        />
      )}
      {(['required', 'elective'] as const).map((kind) => (
        <Group
          key={kind}
          title={kind === 'required' ? '必修课程' : '选修课程'}
          courses={offered.filter((course) => course.required === (kind === 'required'))}
        >
          {(course) => (
            <OfferCard
              key={course.id}
              course={course}
              checked={course.required || ticked.has(course.id)}
              disabled={course.required || locked || plan.state !== 'OPEN'}
              onToggle={() => toggle(course.id)}
              onTry={() => setTrying(course)}
            />
          )}
        </Group>
      ))}
      {!locked && plan.state === 'OPEN' && (
        <SignBar plan={plan} choice={choice} onOrder={setPaying} />
      )}
      {paying && <PayDialog order={paying} onClose={() => setPaying(undefined)} />}
      {trying && <TrialDialog course={trying} onClose={() => setTrying(undefined)} />}
    </>
  )
}

interface GroupProps {
  title: string
  courses: OfferedCourse[]
  children: (course: OfferedCourse) => ReactNode
}

function Group({ title, courses, children }: GroupProps) {
  if (courses.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={classes.groupTitle}>
        {title}
        <span>{courses.length} 门</span>
      </h2>
      <ul className={classes.offers}>{courses.map(children)}</ul>
    </section>
  )
}
