import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { lockSigns } from '../../sign/service.ts'
import type { Outcome } from '../case-rules.ts'
import { readRefundNo } from '../numbers.ts'
import type { MoneyCase } from '../store/cases.ts'
import { findOrder, lockOrder, type Order } from '../store/orders.ts'
import { findPayment, lockPayment, type Payment } from '../store/payments.ts'
import { findRefund, type Refund } from '../store/refunds.ts'

/** What an act names: which order, which line of it, which refund. */
export interface Named {
  outcome: Outcome
  orderNo: string | null
  signId: string | null
  refundNo: string | null
}

/** What an act is about, under its locks. */
export interface Target {
  order: Order | undefined
  line: Order['lines'][number] | undefined
  payment: Payment | undefined
  refund: Refund | undefined
}

/** ends or changes a line of an order */
const ofLine: readonly Outcome[] = ['REFUNDS_LINE', 'PARTIAL']

/**
 * Finds what an act is about and locks it in the order of everywhere: signs, order, payment. Where it is to pay an order the booking of its
 * payment locks the rest, as the ledgers come before the order.
 */
export async function lockTarget(tx: Tx, row: MoneyCase, named: Named): Promise<Target> {
  const { outcome } = named
  const orderNo = row.orderNo ?? (outcome === 'PAYS_ORDER' ? named.orderNo : null)
  const payment = row.outTradeNo ? await findPayment(tx, row.outTradeNo) : undefined
  const refundNo = refundNoOf(row, named)
  if (!orderNo) {
    if (outcome === 'PAYS_ORDER') refuse('order.notFound')
    return { order: undefined, line: undefined, payment, refund: undefined }
  }
  const found = (await findOrder(tx, orderNo)) ?? refuse('order.notFound')
  await lockSigns(
    tx,
    found.lines.map(({ signId }) => signId),
  )
  if (outcome === 'PAYS_ORDER')
    return { order: found, line: found.lines[0], payment, refund: undefined }
  const order = await lockOrder(tx, orderNo)
  const locked = payment && (await lockPayment(tx, payment.outTradeNo))
  const refund = refundNo ? await findRefund(tx, refundNo) : undefined
  if (refundNo && refund?.orderNo !== orderNo) refuse('order.caseNoRefund')
  const line = lineOf(order, named, refund)
  return { order, line, payment: locked, refund }
}

/** Of a stuck refund, or of one that the bill has and we have not, the refund is the case's own. */
function refundNoOf(row: MoneyCase, { outcome, refundNo }: Named): string | null {
  if (row.kind === 'REFUND_STUCK') return row.subject
  if (row.kind === 'REFUND_NOT_BOOKED' && outcome === 'IN_PLACE_OF')
    return readRefundNo(row.subject).refundNo
  return outcome === 'IN_PLACE_OF' ? (refundNo ?? refuse('order.caseNoRefund')) : null
}

function lineOf(order: Order, { outcome, signId }: Named, refund: Refund | undefined) {
  const chosen = signId ?? refund?.signId
  const line = chosen ? order.lines.find((one) => one.signId === chosen) : undefined
  if (ofLine.includes(outcome) && order.lines.length > 1 && !line) refuse('order.caseNoLine')
  return line ?? order.lines[0]
}
