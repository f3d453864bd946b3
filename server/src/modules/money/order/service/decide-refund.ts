import { isRepeatedRequest, lockProposalToDecide } from '../../../../platform/approvals.ts'
import { type AuditEntry, audit, auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { setSignRefunded } from '../../../learning/sign/service.ts'
import { notify } from '../../../message/service.ts'
import { failApplicationOfRefundedOrder } from '../../invoice/service/outcome.ts'
import { refundRejectedMessage } from '../given-back-message.ts'
import { refundStartedMessage } from '../messages.ts'
import { refundNoOf } from '../numbers.ts'
import { type Order, setOrderStatus } from '../store/orders.ts'
import { findPaidPayment, lockPayment } from '../store/payments.ts'
import { type RefundRequest, setRefundRequestEnded } from '../store/refund-requests.ts'
import { countRefundsOfPayment, insertRefund, markPaymentRefunded } from '../store/refunds.ts'
import { findGateway } from './channel.ts'
import { sendRefund } from './refund.ts'
import { refundRequestApproval, requireRefundable } from './request-refund.ts'

interface Decision {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  reason: string
}

/**
 * Staff never decide their own requests (docs/rules/money.md#refunds). Closing the courses and starting the refund is
 * one transaction; the channel is called afterwards. A repeat gets the first response. @returns the order
 */
export async function decideRefund(deps: Deps, staff: StaffAtWork, input: Decision): Promise<string> {
  const { id, decision: state, reason } = input
  const by = staff.username
  const isRepeat = (row: RefundRequest) => isRepeatedRequest(row, { state, decidedBy: by })
  const { orderNo, refundNo } = await inTransaction(deps.db, async (tx) => {
    const { held, waits } = await lockProposalToDecide(tx, refundRequestApproval, { staff, id, isRepeat })
    const { order, orderNo, signId, reason: asked } = held
    if (!waits) return { orderNo, refundNo: null }
    const refundNo = state === 'APPROVED' ? await beginRefund(tx, deps, order, signId) : null
    await setRefundRequestEnded(tx, id, { state, by, reason })
    const askedByStudent = order.studentId !== null && held.askedBy === null
    await tell(tx, staff, order, { decision: state, signId, reason, asked, askedByStudent })
    if (state === 'REFUSED' && askedByStudent) await notify(tx, ...refundRejectedMessage(order, input))
    return { orderNo, refundNo }
  })
  if (refundNo) await sendRefund(deps, refundNo)
  return orderNo
}

async function beginRefund(tx: Tx, deps: Deps, order: Order, signId: string): Promise<string> {
  const { orderNo } = order
  await requireRefundable(tx, { orderNo, signId })
  const paid = await findPaidPayment(tx, orderNo)
  const line = order.lines.find((one) => one.signId === signId)
  if (!paid || !line) return refuse('order.refundNotPossible')
  if (!findGateway(deps, paid.channel)) refuse('order.refundNoChannel')
  const { outTradeNo } = await lockPayment(tx, paid.outTradeNo)
  const refundNo = await startLineRefund(tx, order, line, outTradeNo)
  await notify(tx, refundStartedMessage(order, line))
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo, signId, refundNo, reason: 'REQUESTED', amountFen: line.amountFen },
  })
  return refundNo
}

/** Call this with sign, order and payment locked. @returns the refund number */
export async function startLineRefund(
  tx: Tx,
  order: Order,
  { signId, amountFen, position }: Order['lines'][number],
  outTradeNo: string,
): Promise<string> {
  const { orderNo } = order
  const refundNo = refundNoOf(outTradeNo, position)
  const wish = { refundNo, outTradeNo, amountFen, reason: 'REQUESTED' } as const
  await insertRefund(tx, { ...wish, line: { orderNo, signId } })
  const { begun } = await countRefundsOfPayment(tx, outTradeNo)
  if (begun === order.lines.length) {
    await markPaymentRefunded(tx, outTradeNo, 'REFUNDING')
    await setOrderStatus(tx, orderNo, 'REFUNDING')
  }
  await setSignRefunded(tx, signId)
  await failApplicationOfRefundedOrder(tx, orderNo)
  return refundNo
}

function tell(
  tx: Tx,
  staff: StaffAtWork,
  { orderNo }: Order,
  detail: AuditEntry['detail'] & { decision: Decision['decision'] },
): Promise<void> {
  const action = detail.decision === 'APPROVED' ? 'order.refundApproved' : 'order.refundRefused'
  return auditStaff(tx, staff, action, orderNo, detail)
}
