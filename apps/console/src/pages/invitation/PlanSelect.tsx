import type { EmployerPlan } from '@ce/client/employer.ts'
import { formatPrice } from '@ce/client/format.ts'
import { Select } from 'antd'
import classes from './Invitation.module.css'

interface PlanChoiceProps {
  plans: readonly EmployerPlan[]
  value: string | undefined
  onChange: (planId: string) => void
}

export function PlanSelect({ plans, value, onChange }: PlanChoiceProps) {
  return (
    <Select<string>
      aria-label="年度"
      className={classes.plan}
      value={value}
      virtual={false}
      options={plans.map((plan) => ({ value: plan.id, label: employerPlanLabel(plan) }))}
      onChange={onChange}
    />
  )
}

export function employerPlanLabel({ title, price, state }: EmployerPlan): string {
  return `${title}（${formatPrice(price)}${state === 'OPEN' ? '' : '，不在报名时间'}）`
}

/** Prefers a plan that is open for sign-up and has a price. */
export function defaultEmployerPlan(plans: readonly EmployerPlan[]): EmployerPlan | undefined {
  return plans.find(({ state, price }) => state === 'OPEN' && price > 0) ?? plans[0]
}
