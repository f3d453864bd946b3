import type { MemberState } from '@ce/contract/member-states'
import { type Buckets, signStateOf } from '../sign/service.ts'
import type { SignFacts } from './store/members.ts'

/** How far the year of somebody has come; of no use to an employer but for the one word below. */
export interface Progress {
  required: Buckets
  earned: Buckets
  studyOpen: boolean
}

/** All an employer learns of somebody it named: one word (docs/employers.md). */
export function memberStateOf(
  answer: string,
  facts: SignFacts | undefined,
  progress: Progress,
): MemberState {
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
