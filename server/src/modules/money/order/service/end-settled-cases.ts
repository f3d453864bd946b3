import { audit } from '../../../../platform/audit.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import {
  findMoneyCaseBySubject,
  listCaseDecisions,
  lockMoneyCases,
  type MoneyCase,
  setCaseDecisionUndone,
  setCaseReopened,
  setDifferingAmountRecorded,
} from '../store/cases.ts'
import { closeAgreedDifference } from '../store/differences.ts'

const why = '支付渠道随后确认了这笔款项'
const bySystem = { by: 'system', reason: why }

/** Reopens a confirmed case when the channel contradicts it. @returns the case when it is open */
async function overtake(
  tx: Tx,
  kind: MoneyCase['kind'],
  subject: string,
): Promise<{ row: MoneyCase; isSettled: boolean } | null> {
  const found = await findMoneyCaseBySubject(tx, kind, subject)
  if (!found) return null
  const row = (await lockMoneyCases(tx, [found.id])).get(found.id) ?? found
  const decisions = (await listCaseDecisions(tx, row.id)).filter(({ state }) => state === 'APPROVED')
  const moved = decisions.filter(({ outcome }) => outcome !== 'CONFIRMED')
  if (moved.length > 0 || row.state !== 'RESOLVED')
    return { row, isSettled: moved.some(({ outcome }) => outcome !== 'PAYS_ORDER') }
  for (const { id } of decisions) await setCaseDecisionUndone(tx, id, bySystem)
  await setCaseReopened(tx, row.id, bySystem)
  await audit(tx, {
    actor: 'system',
    action: 'finance.caseReopened',
    subject,
    detail: { kind, orderNo: row.orderNo, reason: why },
  })
  return { row, isSettled: false }
}

/**
 * Returns true when staff refunded, kept or wrote off the money before its notification; money that they only confirmed
 * does not count.
 */
export async function isMoneyDecidedByStaff(tx: Tx, outTradeNo: string): Promise<boolean> {
  const [notBooked, amount] = [await overtake(tx, 'NOT_BOOKED', outTradeNo), await overtake(tx, 'AMOUNT', outTradeNo)]
  return Boolean(notBooked?.isSettled || amount?.isSettled)
}

/** Closes the case of a payment that was missing in our books. If its amount differs, the difference stays open. */
export async function closePaymentCases(tx: Tx, outTradeNo: string): Promise<void> {
  await closeAgreedDifference(tx, { kind: 'NOT_BOOKED', subject: outTradeNo })
  await setDifferingAmountRecorded(tx, outTradeNo)
}

export async function closeRefundCase(tx: Tx, subject: string): Promise<void> {
  await overtake(tx, 'REFUND_NOT_BOOKED', subject)
  await closeAgreedDifference(tx, { kind: 'REFUND_NOT_BOOKED', subject })
}
