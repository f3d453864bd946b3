import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { notify } from '../../message/service.ts'
import { undoneMessage } from '../case-messages.ts'
import type { Outcome } from '../case-rules.ts'
import { refundNoAtChannel } from '../numbers.ts'
import {
  type CaseDecision,
  findCase,
  findCaseOf,
  lessenBy,
  listDecisions,
  lockCases,
  type MoneyCase,
  reopenCase as markReopened,
  setStuckSum,
  undoDecision,
} from '../store/cases.ts'
import { healDifference } from '../store/differences.ts'
import type { Refund } from '../store/refunds.ts'
import { undoElsewhere } from './case-effects.ts'
import { requireMaySettle } from './case-rights.ts'
import { lockTarget, type Target } from './case-target.ts'
import { sendRefund } from './refund.ts'

/**
 * Opens a case again. What its decisions did is undone and its students are told; an order that was paid or ended by one stays so, which is
 * put right by a refund, or a new order. A repeat finds it open.
 */
export async function reopenCase(
  deps: Deps,
  staff: StaffAtWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const given = new Set<string>()
  await inTransaction(deps.db, async (tx) => {
    const before = (await findCase(tx, id)) ?? refuse('order.differenceNotFound')
    const decisions = (await listDecisions(tx, id)).filter(({ state }) => state === 'APPROVED')
    const targets: { decision: CaseDecision; target: Target }[] = []
    for (const decision of decisions)
      targets.push({ decision, target: await lockTarget(tx, before, decision) })
    const ids = new Set([
      id,
      ...decisions.flatMap(({ caseId, counterId }) => [caseId, counterId ?? caseId]),
    ])
    const cases = await lockCases(tx, [...ids])
    const row = cases.get(id) ?? refuse('order.differenceNotFound')
    if (row.state === 'OPEN' && row.reopenReason === reason && row.reopenedBy === staff.username)
      return
    if (row.state === 'OPEN') refuse('order.caseOpen')
    const undone = targets.filter(({ decision }) => !lasting.includes(decision.outcome))
    if (row.state === 'HEALED' && undone.length === 0) refuse('order.caseHealed')
    requireMaySettle(staff, ...undone.map(({ decision }) => decision.outcome))
    const by = { by: staff.username, reason }
    let missing = 0
    // the refund stays booked, and its channel is asked no more
    let staysGiven = wasGivenRest(row)
    for (const one of undone) {
      const { decision, target } = one
      if (!(await undo(tx, row, one, by))) staysGiven = true
      const less = target.refund ? await lessenSurplus(tx, target.refund, decision) : 0
      if (less > 0 && target.refund) given.add(target.refund.refundNo)
      missing += decision.amountFen - less
    }
    if (row.kind === 'REFUND_STUCK' && staysGiven) await setStuckSum(tx, id, missing)
    for (const each of cases.values()) {
      if (each.state === 'OPEN') continue
      await markReopened(tx, each.id, by)
      await auditStaff(tx, staff, 'finance.caseReopened', each.subject, {
        kind: each.kind,
        orderNo: each.orderNo,
        reason,
      })
    }
    if (row.kind === 'REFUND_STUCK' && staysGiven && missing === 0) await healDifference(tx, row)
  })
  // the channel gave it as well: it says so again, and when
  for (const refundNo of given) await sendRefund(deps, refundNo)
}

/** what cannot be undone: the order was paid or ended by it, and its student has gone on from there */
const lasting: readonly Outcome[] = ['PAYS_ORDER', 'REFUNDS_LINE']

/** A stuck refund that its channel took up after a part of it was back by other ways. */
const wasGivenRest = ({ kind, state }: MoneyCase): boolean =>
  kind === 'REFUND_STUCK' && state === 'HEALED'

/** @returns false: its refund stays booked as given, for the year has been ordered anew */
async function undo(
  tx: Tx,
  row: MoneyCase,
  { decision, target }: { decision: CaseDecision; target: Target },
  by: { by: string; reason: string },
): Promise<boolean> {
  await undoDecision(tx, decision.id, by)
  // its channel has given the rest since: only what was said to be back otherwise is missing, and never asked of the channel
  const waits = wasGivenRest(row) || (await undoElsewhere(tx, target))
  // the bill has this very refund: booked as it stays, nothing of it would be left to decide
  if (!waits && row.kind === 'REFUND_NOT_BOOKED') refuse('order.caseNewOrder')
  if (target.order) await notify(tx, ...undoneMessage(target.order, decision))
  return waits
}

/**
 * What the channel had given beside an entry that is undone was given once: the case that has it as too much is about so much less.
 * @returns fen that are back by the channel
 */
async function lessenSurplus(tx: Tx, refund: Refund, { amountFen }: CaseDecision): Promise<number> {
  const { refundNo } = refund
  const told =
    (await findCaseOf(tx, 'REFUND_TWICE', refundNo)) ??
    (await findCaseOf(tx, 'REFUND_AMOUNT', refundNoAtChannel(refund)))
  // less than was asked for is missing there whatever was entered
  if (!told || told.state === 'HEALED' || told.sumFen >= 0) return 0
  await lockCases(tx, [told.id])
  const less = Math.min(amountFen, -told.sumFen)
  const left = -told.sumFen - less
  if (told.settledFen > left) refuse('order.caseTwiceFirst')
  await lessenBy(tx, told.id, less)
  if (left === 0) await healDifference(tx, told)
  return less
}
