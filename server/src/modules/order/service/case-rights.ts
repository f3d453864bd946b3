import { outcomesGivingBack } from '@ce/contract/state-names'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { Outcome } from '../case-rules.ts'
import { maySettleBy } from '../policy.ts'

/** The ways of settling a case that this person has the right to propose and to decide. */
export function outcomesFor(staff: StaffAtWork, outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter((one) =>
    maySettleBy(staff, { givesBack: outcomesGivingBack.includes(one) }),
  )
}

/** @throws Refusal order.caseNeedsRefund */
export function requireMaySettle(staff: StaffAtWork, ...outcomes: Outcome[]): void {
  if (outcomesFor(staff, outcomes).length < outcomes.length) refuse('order.caseNeedsRefund')
}
