import { Loaded } from '@ce/client/components/Loaded.tsx'
import { offeredQuery, yearPlanQuery } from '@ce/client/course.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
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
import type { PlanYear } from './sign-states.ts'
import { choiceState, chooserIntro, shortestWords, sumWords } from './sign-text.ts'
import { TrialSheet } from './TrialSheet.tsx'
import { useCourseChoice } from './use-course-choice.ts'
import { yearAction } from './year-action.ts'

/** The course choice of one year: required ones are in, electives are ticked until the hours are reached. */
export function ChooserScreen({ plan }: { plan: PlanYear }) {
  const [params] = useSearchParams()
  const query = useQuery(offeredQuery(plan.year))
  const offered = query.data?.list ?? []
  const { choice, has, toggle, choose, ordered } = useCourseChoice(
    plan,
    offered,
    params.get('course'),
  )
  const [trying, setTrying] = useState<OfferedCourse>()
  const [paying, setPaying] = useState<PayableOrder>()
  const { open, note } = choiceState(plan)
  const onward = open ? null : yearAction(plan)
  const group = { year: plan.year, has, toggle, onTry: setTrying }
  const electives = offered.filter(({ required }) => !required)
  return (
    <Screen title={`${plan.year} 年度选课`} back={paths.sign()}>
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
            <>
              {open && electives.length > 0 && <Advice year={plan.year} onChoose={choose} />}
              {electives.length > 0 && (
                <section className={classes.group} aria-label="选修课程">
                  <h2 className={classes.groupTitle}>
                    选修课程 <span className={card.quiet}>{sumWords(electives)}</span>
                  </h2>
                  <Offers {...group} courses={electives} fixed={!open} />
                </section>
              )}
              <Required
                {...group}
                courses={offered.filter(({ required }) => required)}
                alone={electives.length === 0}
              />
              {open && (
                <SignBar plan={plan} choice={choice} ordered={ordered} onOrder={setPaying} />
              )}
            </>
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

/** The choice with the least to watch, where one chooses; taken with one press, and then changed as one likes. */
function Advice({ year, onChoose }: { year: number; onChoose: (ids: string[]) => void }) {
  const { data } = useQuery(yearPlanQuery({ year }))
  const [plan] = data?.list ?? []
  if (!plan?.way) return null
  const { way, price } = plan
  if (way.length === 0) return null
  return (
    <section className={classes.advice} aria-label="选课建议">
      <p>{shortestWords(way, price)}</p>
      <Button kind="quiet" onClick={() => onChoose(way.map(({ id }) => id))}>
        按此选课
      </Button>
    </section>
  )
}

interface OffersProps {
  year: number
  courses: readonly OfferedCourse[]
  has: (course: OfferedCourse) => boolean
  /** there is nothing to choose about them */
  fixed: boolean
  toggle: (id: string) => void
  onTry: (course: OfferedCourse) => void
}

function Offers({ year, courses, has, fixed, toggle, onTry }: OffersProps) {
  return (
    <div className={classes.offers}>
      {courses.map((course) => (
        <OfferCard
          key={course.id}
          year={year}
          course={course}
          checked={has(course)}
          fixed={fixed}
          onToggle={() => toggle(course.id)}
          onTry={() => onTry(course)}
        />
      ))}
    </div>
  )
}

/** Nothing can be chosen about them: folded, unless they are all there is. */
function Required({ alone, ...group }: Omit<OffersProps, 'fixed'> & { alone: boolean }) {
  if (group.courses.length === 0) return null
  return (
    <details className={classes.required} open={alone}>
      <summary>
        <h2>
          必修课程 <span className={card.quiet}>{sumWords(group.courses)}，已包含</span>
        </h2>
      </summary>
      <Offers {...group} fixed />
    </details>
  )
}
