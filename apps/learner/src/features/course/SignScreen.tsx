import { Loaded } from '@ce/client/components/Loaded.tsx'
import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { yearListQuery } from '@ce/client/course.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import { ChooserScreen } from './ChooserScreen.tsx'
import type { PlanYear } from './sign-states.ts'
import { yearAction } from './year-action.ts'
import { closedWords, signIntro, yearFacts, yearState } from './year-words.ts'

/** 继续教育报名: the years; with `?year=` the course choice of one. */
export function SignScreen() {
  const [params] = useSearchParams()
  const query = useQuery(yearListQuery())
  const plan = query.data?.list.find(({ year }) => year === parseDecimal(params.get('year')))
  if (plan) return <ChooserScreen plan={plan} key={plan.year} />
  return (
    <Screen title="继续教育报名" back={params.has('year') ? paths.sign() : paths.dashboard()}>
      <InvitationNote />
      <Refreshing>
        <Loaded query={query}>
          {({ list }) => <Years list={list} asked={params.has('year')} />}
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function Years({ list, asked }: { list: readonly PlanYear[]; asked: boolean }) {
  if (asked)
    return (
      <EmptyState
        title={emptyWords.noSuchYear.title}
        action={
          <Link className={buttonClass()} to={paths.sign()} replace>
            {emptyWords.noSuchYear.action}
          </Link>
        }
      >
        {emptyWords.noSuchYear.text}
      </EmptyState>
    )
  if (list.length === 0)
    return <EmptyState title={emptyWords.signYears.title}>{emptyWords.signYears.text}</EmptyState>
  return (
    <>
      <p className={card.quiet}>{signIntro}</p>
      {list.map((plan) => (
        <YearCard key={plan.planId} plan={plan} />
      ))}
    </>
  )
}

/** One training year: its window, price, what it asks, and what this student can do about it. */
function YearCard({ plan }: { plan: PlanYear }) {
  const { label, kind } = yearState(plan)
  const action = yearAction(plan, useAwaitedEmployer({ year: plan.year }))
  return (
    <section className={card.card}>
      <div className={card.head}>
        <h2>
          {plan.title} <TrialTag of={plan} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <Facts facts={yearFacts(plan)} />
      {action ? (
        <div className={card.tools}>
          <Link
            className={buttonClass()}
            to={action.to}
            aria-label={`${action.label}：${plan.title}`}
          >
            {action.label}
          </Link>
        </div>
      ) : (
        <p className={card.quiet}>
          <Dated>{closedWords(plan)}</Dated>
        </p>
      )}
    </section>
  )
}
