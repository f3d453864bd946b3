import type { EmployerPlan } from '@ce/client/employer.ts'
import { formatPrice } from '@ce/client/format.ts'
import { Select } from 'antd'
import classes from './Invitation.module.css'

interface PlanChoiceProps {
  plans: readonly EmployerPlan[]
  value: string | undefined
  onChange: (planId: string) => void
}

/** Which year; the newest first. */
export function PlanChoice({ plans, value, onChange }: PlanChoiceProps) {
  return (
    <Select<string>
      aria-label="年度"
      className={classes.plan}
      value={value}
      virtual={false}
      options={plans.map(({ id, title, price, state }) => ({
        value: id,
        label: `${title}（${formatPrice(price)}${state === 'OPEN' ? '' : '，不在报名时间'}）`,
      }))}
      onChange={onChange}
    />
  )
}

/** The year to begin with: one that takes sign-ups and costs something. */
export function firstPlan(plans: readonly EmployerPlan[]): EmployerPlan | undefined {
  return plans.find(({ state, price }) => state === 'OPEN' && price > 0) ?? plans[0]
}
