import type { clientCalls } from '@ce/contract'
import type { MemberState } from '@ce/contract/member-states'
import type { z } from 'zod'
import type { Plan } from '../../catalogue/service.ts'
import { isSignPaid, type Sign } from '../../learning/sign/service.ts'
import { type SubjectTenths, signStateOf } from '../../learning/sign/state.ts'
import type { Order } from '../../money/order/service.ts'
import type { Invitation } from './store/invitations.ts'
import type { MemberSignFacts } from './store/members.ts'

type Mine = z.input<(typeof clientCalls)['invitation']['mine']['response']>['list'][number]

interface Around {
  sign: Sign | undefined
  live: Order | undefined
  other: boolean
}

/**
 * Returns why the employer cannot pay for the student now, or null. An obstacle prevents an order, but the student's
 * agreement stays valid (docs/employers.md).
 */
export function employerPaymentObstacle(
  row: Pick<Invitation, 'organisationId' | 'organisationDisabledAt'>,
  plan: Pick<Plan, 'state'>,
  { sign, live, other }: Around,
): Mine['obstacle'] {
  if (live?.organisationId === row.organisationId) return null
  if (live?.organisationId) return 'OTHER'
  if (sign && isSignPaid(sign)) return 'PAID'
  if (live && live.status !== 'PENDING') return 'REFUNDING'
  if (other) return 'OTHER'
  // An expired order is no obstacle, because the next order closes it.
  if (live && !live.overdue) return 'ORDERED'
  if (plan.state === 'CLOSED') return 'CLOSED'
  return row.organisationDisabledAt ? 'DISABLED' : null
}

/**
 * Study progress of a person on an employer's list. The employer never sees it, only the state that follows from it.
 */
interface Progress {
  required: SubjectTenths
  earned: SubjectTenths
  studyOpen: boolean
}

/**
 * Returns the state of a person on an employer's list. An employer gets no other information about a person
 * (docs/employers.md).
 */
export function memberStateOf(answer: string, facts: MemberSignFacts | undefined, progress: Progress): MemberState {
  if (answer === 'DECLINED') return 'DECLINED'
  if (answer !== 'CONFIRMED' || !facts) return 'INVITED'
  const { orderStatus, goneBack, back, elsewhere, paidAt, refundedAt } = facts
  if (orderStatus === 'PENDING') return 'PENDING'
  if (orderStatus && goneBack && !back) return 'REFUNDING'
  if (orderStatus && !goneBack) {
    const state = signStateOf({ ...progress, paidAt, refundedAt, orderOpen: false })
    if (state === 'COMPLETED' || state === 'EXPIRED') return state
    return 'STUDYING'
  }
  if (elsewhere) return 'ELSEWHERE'
  return back ? 'REFUNDED' : 'CONFIRMED'
}
