import { offeredQuery } from '@ce/client/course.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import type { OfferedCourse } from '@ce/frame/student/choice.ts'
import { choiceState, chooserIntro, courseKinds } from '@ce/frame/student/course/sign-words.ts'
import { useCourseChoice } from '@ce/frame/student/course/use-course-choice.ts'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { type PlanYear, yearAction } from '@ce/frame/student/year-action.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { PayDialog } from '../order/PayDialog.tsx'
import classes from './CourseChooser.module.css'
import { OfferCard } from './OfferCard.tsx'
import { SignBar } from './SignBar.tsx'
import { TrialDialog } from './TrialDialog.tsx'

/** The course choice of one year: required ones are in, electives are ticked until the hours are reached. */
export function CourseChooser({ plan }: { plan: PlanYear }) {
  const query = useQuery(offeredQuery(plan.year))
  return (
    <>
      <Link to={paths.sign()}>返回年度列表</Link>
      <PageHeader title={plan.title}>{chooserIntro(plan)}</PageHeader>
      {/* an employer's order is told of below */}
      {!plan.employerPays && <InvitationNote year={plan.year} />}
      <Loaded query={query} skeleton={<Skeleton shape={['card', 'card', 'card']} />}>
        {({ list }) =>
          list.length > 0 ? (
            <Chooser plan={plan} offered={list} />
          ) : (
            <EmptyState title={emptyWords.courses.title}>{emptyWords.courses.text}</EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

function Chooser({ plan, offered }: { plan: PlanYear; offered: OfferedCourse[] }) {
  const { choice, has, toggle, ordered } = useCourseChoice(plan, offered)
  const [trying, setTrying] = useState<OfferedCourse>()
  // here, not in the bar: payment locks the choice, and the bar goes before the dialog has said so
  const [paying, setPaying] = useState<PayableOrder>()
  const { open, note } = choiceState(plan)
  const onward = open ? null : yearAction(plan, paths)
  return (
    <>
      {note && (
        <Alert
          type={note.kind}
          showIcon
          title={note.text}
          className={classes.note}
          action={onward && <Link to={onward.to}>{onward.label}</Link>}
        />
      )}
      {courseKinds.map(({ required, title }) => (
        <Group
          key={title}
          title={title}
          courses={offered.filter((course) => course.required === required)}
        >
          {(course) => (
            <OfferCard
              key={course.id}
              course={course}
              checked={has(course)}
              disabled={course.required || !open}
              onToggle={() => toggle(course.id)}
              onTry={() => setTrying(course)}
            />
          )}
        </Group>
      ))}
      {open && <SignBar plan={plan} choice={choice} ordered={ordered} onOrder={setPaying} />}
      {paying && (
        <PayDialog
          key={paying.orderNo}
          order={paying}
          onOrder={setPaying}
          onClose={() => setPaying(undefined)}
        />
      )}
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
