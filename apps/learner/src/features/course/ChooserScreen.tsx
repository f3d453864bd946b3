import { Loaded } from '@ce/client/components/Loaded.tsx'
import { offeredQuery } from '@ce/client/course.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { PaySheet } from '../order/PaySheet.tsx'
import classes from './Chooser.module.css'
import type { OfferedCourse } from './choice.ts'
import { OfferCard } from './OfferCard.tsx'
import { SignBar } from './SignBar.tsx'
import { choiceState, chooserIntro, courseKinds } from './sign-text.ts'
import { TrialSheet } from './TrialSheet.tsx'
import { useCourseChoice } from './use-course-choice.ts'
import { type PlanYear, yearAction } from './year-action.ts'

/** The course choice of one year: required ones are in, electives are ticked until the hours are reached. */
export function ChooserScreen({ plan }: { plan: PlanYear }) {
  const query = useQuery(offeredQuery(plan.year))
  const offered = query.data?.list ?? []
  const { choice, has, toggle, ordered } = useCourseChoice(plan, offered)
  const [trying, setTrying] = useState<OfferedCourse>()
  const [paying, setPaying] = useState<PayableOrder>()
  const { open, note } = choiceState(plan)
  const onward = open ? null : yearAction(plan, paths)
  const choosing = open && offered.length > 0
  return (
    <Screen
      title={`${plan.year} 年度选课`}
      back={paths.sign()}
      foot={
        choosing && <SignBar plan={plan} choice={choice} ordered={ordered} onOrder={setPaying} />
      }
    >
      {/* an employer's order is told of below */}
      {!plan.employerPays && <InvitationNote year={plan.year} />}
      {note && (
        <p className={note.kind === 'info' ? card.note : card.warning}>
          {note.text} {onward && <Link to={onward.to}>{onward.label}</Link>}
        </p>
      )}
      <p className={card.quiet}>
        <Dated>{chooserIntro(plan)}</Dated>
      </p>
      <Loaded query={query} skeleton={<Skeleton shape={['card', 'card', 'card']} />}>
        {() =>
          offered.length === 0 ? (
            <EmptyState title={emptyWords.courses.title}>{emptyWords.courses.text}</EmptyState>
          ) : (
            courseKinds.map(({ required, title }) => (
              <Group
                key={title}
                title={title}
                courses={offered.filter((course) => course.required === required)}
                has={has}
                fixed={required || !open}
                toggle={toggle}
                onTry={setTrying}
              />
            ))
          )
        }
      </Loaded>
      {paying && (
        <PaySheet
          key={paying.orderNo}
          order={paying}
          onOrder={setPaying}
          onClose={() => setPaying(undefined)}
        />
      )}
      {trying && <TrialSheet course={trying} onClose={() => setTrying(undefined)} />}
    </Screen>
  )
}

interface GroupProps {
  title: string
  courses: readonly OfferedCourse[]
  has: (course: OfferedCourse) => boolean
  /** there is nothing to choose about them */
  fixed: boolean
  toggle: (id: string) => void
  onTry: (course: OfferedCourse) => void
}

function Group({ title, courses, has, fixed, toggle, onTry }: GroupProps) {
  if (courses.length === 0) return null
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.groupTitle}>
        {title} <span className={card.quiet}>{courses.length} 门</span>
      </h2>
      {courses.map((course) => (
        <OfferCard
          key={course.id}
          course={course}
          checked={has(course)}
          fixed={fixed}
          onToggle={() => toggle(course.id)}
          onTry={() => onTry(course)}
        />
      ))}
    </section>
  )
}
