import { formatDate, formatFen, formatHours } from '@ce/client/format.ts'
import { planStates, signStates } from '@ce/frame/student/sign-states.ts'
import { type PlanYear, yearAction } from '@ce/frame/student/year-action.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './SignPage.module.css'

/** One training year: its window, price, what it asks, and what this student can do about it. */
export function YearCard({ plan }: { plan: PlanYear }) {
  const mine =
    plan.signState && plan.signState !== 'CANCELLED' ? signStates[plan.signState] : undefined
  const state = mine ?? planStates[plan.state]
  return (
    <li className={classes.year}>
      <div className={classes.yearHead}>
        <h2>{plan.title}</h2>
        <StatusMark kind={state.kind}>{state.label}</StatusMark>
      </div>
      <dl className={classes.facts}>
        <Fact name="学时要求" value={requirement(plan)} />
        <Fact name="费用" value={plan.price === 0 ? '免费' : formatFen(plan.price)} />
        <Fact
          name="报名"
          value={`${formatDate(plan.signStartAt)} 至 ${formatDate(plan.signEndAt)}`}
        />
        <Fact name="学习截止" value={formatDate(plan.studyEndAt)} />
      </dl>
      <Action plan={plan} />
    </li>
  )
}

function requirement({ requiredHours }: PlanYear): string {
  const professional = `专业科目 ${formatHours(requiredHours.professional)} 学时`
  if (requiredHours.public === 0) return professional
  return `${professional}，公需科目 ${formatHours(requiredHours.public)} 学时`
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Action({ plan }: { plan: PlanYear }) {
  const action = yearAction(plan, paths)
  if (action)
    return (
      <Link className={classes.action} to={action.to}>
        {action.label}
      </Link>
    )
  return (
    <p className={classes.closed}>
      {plan.state === 'UPCOMING'
        ? `${formatDate(plan.signStartAt)} 开始报名`
        : '本年度已停止报名，如有疑问请联系客服'}
    </p>
  )
}
