import { paths } from '../../paths.ts'
import { ownOrderLabel } from '../invitation/notes.ts'
import { employerPaysText, type PlanYear } from './sign-states.ts'

/** @param employer the employer whose invitation was accepted and that will pay for this year */
export function signUpAction(plan: PlanYear, employer?: string): { label: string; to: string } | null {
  const { signState, signId, employerPays } = plan
  if (employerPays) return { label: employerPaysText.action, to: paths.invitations() }
  if (signState === 'UNPAID') return { label: ownOrderLabel(employer), to: paths.orders() }
  if (signId && signState === 'STUDYING') return { label: '去学习', to: paths.course(signId) }
  if (signId && (signState === 'COMPLETED' || signState === 'EXPIRED'))
    return { label: '查看课程', to: paths.course(signId) }
  return plan.state === 'OPEN' ? { label: '选课报名', to: paths.signYear(plan.year) } : null
}
