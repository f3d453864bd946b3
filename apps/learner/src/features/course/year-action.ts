import { paths } from '../../paths.ts'
import { payLabel } from '../invitation/notes.ts'
import { employerPaysWords, type PlanYear } from './sign-states.ts'

/** What this student can do about a year now; null when nothing. @param employer that was agreed to, and is about to pay it */
export function yearAction(
  plan: PlanYear,
  employer?: string,
): { label: string; to: string } | null {
  const { signState, signId, employerPays } = plan
  if (employerPays) return { label: employerPaysWords.action, to: paths.invitations() }
  if (signState === 'UNPAID') return { label: payLabel(employer), to: paths.orders() }
  if (signId && signState === 'STUDYING') return { label: '去学习', to: paths.course(signId) }
  if (signId && (signState === 'COMPLETED' || signState === 'EXPIRED'))
    return { label: '查看课程', to: paths.course(signId) }
  return plan.state === 'OPEN' ? { label: '选课报名', to: paths.signYear(plan.year) } : null
}
