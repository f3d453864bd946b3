import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { offeredCoursesQuery, yearPlanQuery } from '@ce/client/course.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvitationNoteList } from '../invitation/InvitationNote.tsx'
import { PaymentSheet } from '../order/PaymentSheet.tsx'
import classes from './Chooser.module.css'
import type { OfferedCourse } from './course-choice.ts'
import { FreePreviewSheet } from './FreePreviewSheet.tsx'
import { CourseOfferCard } from './OfferCard.tsx'
import { SignUpBar } from './SignUpBar.tsx'
import type { PlanYear } from './sign-states.ts'
import { courseChoiceIntro, courseChoiceState, courseSumText, shortestChoiceText } from './sign-text.ts'
import { useCourseChoice } from './use-course-choice.ts'
import { signUpAction } from './year-action.ts'

/** Required courses are preselected. The student ticks electives until the hours are enough. */
export function CourseChoiceScreen({ plan }: { plan: PlanYear }) {
  const [params] = useSearchParams()
  const query = useQuery(offeredCoursesQuery(plan.year))
  const offered = query.data?.list ?? []
  const { choice, has, toggle, choose, ordered } = useCourseChoice(plan, offered, params.get('course'))
  const [trying, setTrying] = useState<OfferedCourse>()
  const [paying, setPaying] = useState<PayableOrder>()
  const { open, note } = courseChoiceState(plan)
  const onward = open ? null : signUpAction(plan)
  const group = { year: plan.year, has, toggle, onTry: setTrying }
  const electives = offered.filter(({ required }) => !required)
  return (
    <ScreenLayout title={`${plan.year} 年度选课`} back={paths.sign()}>
      {/* If an employer pays, the page names its order further below. */}
      {!plan.employerPays && <InvitationNoteList year={plan.year} />}
      {note && (
        <p className={note.kind === 'info' ? card.note : card.warning}>
          {note.text} {onward && <Link to={onward.to}>{onward.label}</Link>}
        </p>
      )}
      <p className={card.quiet}>
        <DatedText>{courseChoiceIntro(plan)}</DatedText>
      </p>
      <QueryContent query={query} skeleton={<Skeleton shape={['card', 'card', 'card']} />}>
        {() =>
          offered.length === 0 ? (
            <EmptyState title={emptyScreenTexts.courses.title}>{emptyScreenTexts.courses.text}</EmptyState>
          ) : (
            <>
              {open && electives.length > 0 && <Advice year={plan.year} onChoose={choose} />}
              {electives.length > 0 && (
                <section className={classes.group} aria-label="选修课程">
                  <h2 className={classes.groupTitle}>
                    选修课程 <span className={card.quiet}>{courseSumText(electives)}</span>
                  </h2>
                  <Offers {...group} courses={electives} fixed={!open} />
                </section>
              )}
              <Required
                {...group}
                courses={offered.filter(({ required }) => required)}
                alone={electives.length === 0}
              />
              {open && <SignUpBar plan={plan} choice={choice} ordered={ordered} onOrder={setPaying} />}
            </>
          )
        }
      </QueryContent>
      {paying && (
        <PaymentSheet key={paying.orderNo} order={paying} onOrder={setPaying} onClose={() => setPaying(undefined)} />
      )}
      {trying && <FreePreviewSheet course={trying} onClose={() => setTrying(undefined)} />}
    </ScreenLayout>
  )
}

/** Suggests the choice with the shortest study time. The student can still change it. */
function Advice({ year, onChoose }: { year: number; onChoose: (ids: string[]) => void }) {
  const { data } = useQuery(yearPlanQuery({ year }))
  const [plan] = data?.list ?? []
  if (!plan?.way) return null
  const { way, price } = plan
  if (way.length === 0) return null
  return (
    <section className={classes.advice} aria-label="选课建议">
      <p>{shortestChoiceText(way, price)}</p>
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
  fixed: boolean
  toggle: (id: string) => void
  onTry: (course: OfferedCourse) => void
}

function Offers({ year, courses, has, fixed, toggle, onTry }: OffersProps) {
  return (
    <div className={classes.offers}>
      {courses.map((course) => (
        <CourseOfferCard
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

/** Required courses are collapsed unless the plan has no electives. */
function Required({ alone, ...group }: Omit<OffersProps, 'fixed'> & { alone: boolean }) {
  if (group.courses.length === 0) return null
  return (
    <details className={classes.required} open={alone}>
      <summary>
        <h2>
          必修课程 <span className={card.quiet}>{courseSumText(group.courses)}，已包含</span>
        </h2>
      </summary>
      <Offers {...group} fixed />
    </details>
  )
}
