import type { Output } from '@ce/client/call.ts'
import type { StudentPaths } from '../../paths.ts'
import { payLabel } from '../invitation/notes.ts'
import { employerPaysWords } from './sign-states.ts'

export type PlanYear = Output<'GET /course/v1/year_list'>['list'][number]

/** What this student can do about a year now; null when nothing. @param employer that was agreed to, and is about to pay it */
export function yearAction(
  plan: PlanYear,
  paths: StudentPaths,
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
