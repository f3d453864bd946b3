import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { notify } from '../../../message/service.ts'
import type { MoneyCaseOutcome } from '../case-rules.ts'
import { caseDecisionUndoneMessage } from '../messages.ts'
import { refundNoAtChannel } from '../numbers.ts'
import {
  type CaseDecision,
  findMoneyCase,
  findMoneyCaseBySubject,
  listCaseDecisions,
  lockMoneyCases,
  type MoneyCase,
  setCaseReopened as markReopened,
  reduceCaseSurplus,
  setCaseDecisionUndone,
  setStuckRefundAmount,
} from '../store/cases.ts'
import { closeAgreedDifference } from '../store/differences.ts'
import type { Refund } from '../store/refunds.ts'
import { undoOutsideRefund } from './case-effects.ts'
import { type CaseTarget, lockCaseTarget, requireMayDecideCase } from './case-target.ts'
import { sendRefund } from './refund.ts'

/**
 * Undoes the decisions of the case and notifies the students; an order that is paid or ended stays so. A repeat changes
 * nothing.
 */
export async function reopenCase(
  deps: Deps,
  staff: StaffAtWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const given = new Set<string>()
  await inTransaction(deps.db, async (tx) => {
    const before = (await findMoneyCase(tx, id)) ?? refuse('order.differenceNotFound')
    const decisions = (await listCaseDecisions(tx, id)).filter(({ state }) => state === 'APPROVED')
    const targets: { decision: CaseDecision; target: CaseTarget }[] = []
    for (const decision of decisions) targets.push({ decision, target: await lockCaseTarget(tx, before, decision) })
    const ids = new Set([id, ...decisions.flatMap(({ caseId, counterId }) => [caseId, counterId ?? caseId])])
    const cases = await lockMoneyCases(tx, [...ids])
    const row = cases.get(id) ?? refuse('order.differenceNotFound')
    if (row.state === 'OPEN' && row.reopenReason === reason && row.reopenedBy === staff.username) return
    if (row.state === 'OPEN') refuse('order.caseOpen')
    const undone = targets.filter(({ decision }) => !lasting.includes(decision.outcome))
    if (row.state === 'HEALED' && undone.length === 0) refuse('order.caseHealed')
    requireMayDecideCase(staff, ...undone.map(({ decision }) => decision.outcome))
    const by = { by: staff.username, reason }
    let missing = 0
    // True when the refund stays in the books as paid and is not requested again.
    let staysGiven = wasGivenRest(row)
    for (const one of undone) {
      const { decision, target } = one
      if (!(await undo(tx, row, one, by))) staysGiven = true
      const less = target.refund ? await lessenSurplus(tx, target.refund, decision) : 0
      if (less > 0 && target.refund) given.add(target.refund.refundNo)
      missing += decision.amountFen - less
    }
    if (row.kind === 'REFUND_STUCK' && staysGiven) await setStuckRefundAmount(tx, id, missing)
    for (const each of cases.values()) {
      if (each.state === 'OPEN') continue
      await markReopened(tx, each.id, by)
      await auditStaff(tx, staff, 'finance.caseReopened', each.subject, {
        kind: each.kind,
        orderNo: each.orderNo,
        reason,
      })
    }
    if (row.kind === 'REFUND_STUCK' && staysGiven && missing === 0) await closeAgreedDifference(tx, row)
  })
  // The channel also paid these refunds, so its payment time is queried again.
  for (const refundNo of given) await sendRefund(deps, refundNo)
}

/** These outcomes cannot be undone, because the student has continued since. */
const lasting: readonly MoneyCaseOutcome[] = ['PAYS_ORDER', 'REFUNDS_LINE']

/** True when the channel continued a stuck refund after a partial outside payment. */
const wasGivenRest = ({ kind, state }: MoneyCase): boolean => kind === 'REFUND_STUCK' && state === 'HEALED'

/**
 * Undoes one decision of the case.
 * @returns false when the refund stays paid because the student has ordered the year again
 */
async function undo(
  tx: Tx,
  row: MoneyCase,
  { decision, target }: { decision: CaseDecision; target: CaseTarget },
  by: { by: string; reason: string },
): Promise<boolean> {
  await setCaseDecisionUndone(tx, decision.id, by)
  // If the channel has paid the rest in the meantime, only the part that was paid outside is due again.
  const waits = wasGivenRest(row) || (await undoOutsideRefund(tx, target))
  // The bill contains this refund, so nothing is left to decide when the refund stays paid.
  if (!waits && row.kind === 'REFUND_NOT_BOOKED') refuse('order.caseNewOrder')
  if (target.order) await notify(tx, ...caseDecisionUndoneMessage(target.order, decision))
  return waits
}

/**
 * Reduces the case of a refund that was paid twice: the payment outside is undone, so the payment of the channel is no
 * surplus any more.
 * @returns the part in fen that the channel has paid
 */
async function lessenSurplus(tx: Tx, refund: Refund, { amountFen }: CaseDecision): Promise<number> {
  const { refundNo } = refund
  const told =
    (await findMoneyCaseBySubject(tx, 'REFUND_TWICE', refundNo)) ??
    (await findMoneyCaseBySubject(tx, 'REFUND_AMOUNT', refundNoAtChannel(refund)))
  // A case in which the channel paid less than requested stays as it is.
  if (!told || told.state === 'HEALED' || told.sumFen >= 0) return 0
  await lockMoneyCases(tx, [told.id])
  const less = Math.min(amountFen, -told.sumFen)
  const left = -told.sumFen - less
  if (told.settledFen > left) refuse('order.caseTwiceFirst')
  await reduceCaseSurplus(tx, told.id, less)
  if (left === 0) await closeAgreedDifference(tx, told)
  return less
}
