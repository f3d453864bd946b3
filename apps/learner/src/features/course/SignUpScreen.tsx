import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { yearListQuery } from '@ce/client/course.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { FactCard } from '../../components/FactCard.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvitationNoteList } from '../invitation/InvitationNote.tsx'
import { usePayingEmployer } from '../invitation/use-awaited-employer.ts'
import { CourseChoiceScreen } from './CourseChoiceScreen.tsx'
import type { PlanYear } from './sign-states.ts'
import { signUpAction } from './year-action.ts'
import { planYearFacts, planYearStateMark, signUpClosedText, signUpIntroText } from './year-text.ts'

/** With `?year=`, the screen shows the course choice of that year. */
export function SignUpScreen() {
  const [params] = useSearchParams()
  const query = useQuery(yearListQuery())
  const plan = query.data?.list.find(({ year }) => year === parseDecimal(params.get('year')))
  if (plan) return <CourseChoiceScreen plan={plan} key={plan.year} />
  return (
    <ScreenLayout title="继续教育报名" back={params.has('year') ? paths.sign() : paths.dashboard()}>
      <InvitationNoteList />
      <PullToRefresh>
        <QueryContent query={query}>{({ list }) => <Years list={list} asked={params.has('year')} />}</QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function Years({ list, asked }: { list: readonly PlanYear[]; asked: boolean }) {
  if (asked)
    return (
      <EmptyState
        title={emptyScreenTexts.noSuchYear.title}
        action={
          <Link className={buttonClass()} to={paths.sign()} replace>
            {emptyScreenTexts.noSuchYear.action}
          </Link>
        }
      >
        {emptyScreenTexts.noSuchYear.text}
      </EmptyState>
    )
  if (list.length === 0)
    return <EmptyState title={emptyScreenTexts.signYears.title}>{emptyScreenTexts.signYears.text}</EmptyState>
  return (
    <>
      <p className={card.quiet}>{signUpIntroText}</p>
      {list.map((plan) => (
        <YearCard key={plan.planId} plan={plan} />
      ))}
    </>
  )
}

function YearCard({ plan }: { plan: PlanYear }) {
  const { label, kind } = planYearStateMark(plan)
  const action = signUpAction(plan, usePayingEmployer({ year: plan.year }))
  return (
    <section className={card.card}>
      <div className={card.head}>
        <h2>
          {plan.title} <TrialYearTag of={plan} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <FactCard facts={planYearFacts(plan)} />
      {action ? (
        <div className={card.tools}>
          <Link className={buttonClass()} to={action.to} aria-label={`${action.label}：${plan.title}`}>
            {action.label}
          </Link>
        </div>
      ) : (
        <p className={card.quiet}>
          <DatedText>{signUpClosedText(plan)}</DatedText>
        </p>
      )}
    </section>
  )
}
