import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  findCaseOf,
  listDecisions,
  lockCases,
  type MoneyCase,
  reopenCase,
  setAmountBooked,
  undoDecision,
} from '../store/cases.ts'
import { healDifference } from '../store/differences.ts'

const why = '支付渠道随后确认了这笔款项'
const bySystem = { by: 'system', reason: why }

/** What staff had confirmed as right in our books – nothing moved – ends by itself once the channel says otherwise. @returns the case, if it is open now */
async function overtake(
  tx: Tx,
  kind: MoneyCase['kind'],
  subject: string,
): Promise<{ row: MoneyCase; isSettled: boolean } | null> {
  const found = await findCaseOf(tx, kind, subject)
  if (!found) return null
  const row = (await lockCases(tx, [found.id])).get(found.id) ?? found
  const decisions = (await listDecisions(tx, row.id)).filter(({ state }) => state === 'APPROVED')
  const moved = decisions.filter(({ outcome }) => outcome !== 'CONFIRMED')
  if (moved.length > 0 || row.state !== 'RESOLVED')
    return { row, isSettled: moved.some(({ outcome }) => outcome !== 'PAYS_ORDER') }
  for (const { id } of decisions) await undoDecision(tx, id, bySystem)
  await reopenCase(tx, row.id, bySystem)
  await audit(tx, {
    actor: 'system',
    action: 'finance.caseReopened',
    subject,
    detail: { kind, orderNo: row.orderNo, reason: why },
  })
  return { row, isSettled: false }
}

/**
 * Whether staff have settled what a bill told of a payment before its notice came: given back, kept or written off, that money pays no order
 * besides. What was only confirmed counts no more.
 */
export async function isSettledByCase(tx: Tx, outTradeNo: string): Promise<boolean> {
  const [notBooked, amount] = [
    await overtake(tx, 'NOT_BOOKED', outTradeNo),
    await overtake(tx, 'AMOUNT', outTradeNo),
  ]
  return Boolean(notBooked?.isSettled || amount?.isSettled)
}

/** A payment is booked: the case that had it as missing ends, and one of another sum is about what differs. */
export async function endPaymentCases(tx: Tx, outTradeNo: string): Promise<void> {
  await healDifference(tx, { kind: 'NOT_BOOKED', subject: outTradeNo })
  await setAmountBooked(tx, outTradeNo)
}

/** The channel has given a refund that a bill had told of. */
export async function endRefundCase(tx: Tx, subject: string): Promise<void> {
  await overtake(tx, 'REFUND_NOT_BOOKED', subject)
  await healDifference(tx, { kind: 'REFUND_NOT_BOOKED', subject })
}
