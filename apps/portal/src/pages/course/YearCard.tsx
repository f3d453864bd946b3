import { Facts } from '@ce/frame/Facts.tsx'
import { closedWords, yearFacts, yearState } from '@ce/frame/student/course/year-words.ts'
import { useAwaitedEmployer } from '@ce/frame/student/invitation/use-awaited-employer.ts'
import { type PlanYear, yearAction } from '@ce/frame/student/year-action.ts'
import { TrialTag } from '@ce/frame/TrialTag.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './SignPage.module.css'

/** One training year: its window, price, what it asks, and what this student can do about it. */
export function YearCard({ plan }: { plan: PlanYear }) {
  const state = yearState(plan)
  return (
    <li className={classes.year}>
      <div className={classes.yearHead}>
        <h2>
          {plan.title} <TrialTag of={plan} />
        </h2>
        <StatusMark kind={state.kind}>{state.label}</StatusMark>
      </div>
      <Facts className={classes.facts} facts={yearFacts(plan)} />
      <Action plan={plan} />
    </li>
  )
}

function Action({ plan }: { plan: PlanYear }) {
  const action = yearAction(plan, paths, useAwaitedEmployer({ year: plan.year }))
  if (!action) return <p className={classes.closed}>{closedWords(plan)}</p>
  return (
    <Link className={classes.action} to={action.to}>
      {action.label}
    </Link>
  )
}
