import { type AuditEntry, audit, auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { giveUpRefunded } from '../../invoice/service.ts'
import { notify } from '../../message/service.ts'
import { lockSign, setRefunded } from '../../sign/service.ts'
import { refundRefusedMessage } from '../given-back-message.ts'
import { refundNoOf } from '../numbers.ts'
import { mayDecideRefund } from '../policy.ts'
import { refundedMessage } from '../refunded-message.ts'
import { lockOrder, type Order, setOrderStatus } from '../store/orders.ts'
import { findPaidPayment, lockPayment } from '../store/payments.ts'
import { endRefundRequest, findRefundRequest } from '../store/refund-requests.ts'
import { countRefunds, insertRefund, setPaymentGone } from '../store/refunds.ts'
import { gatewayOf } from './channel.ts'
import { sendRefund } from './refund.ts'
import { requireRefundable } from './request-refund.ts'

interface Decision {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  reason: string
}

/**
 * Staff's word on a refund of an order's line, whoever asked for it – but a member of staff decides none of their own
 * (product §4). A yes closes the courses and begins the refund in one
 * transaction; the channel is asked afterwards, by us now or by the job. A repeat answers as the first time.
 * @returns the order
 */
export async function decideRefund(
  deps: Deps,
  staff: StaffAtWork,
  input: Decision,
): Promise<string> {
  const asked =
    (await findRefundRequest(deps.db, input.id)) ?? refuse('order.refundRequestNotFound')
  const { orderNo, signId } = asked
  if (!mayDecideRefund(staff, asked)) refuse('order.secondPerson')
  const refundNo = await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    const order = await lockOrder(tx, orderNo)
    const now = await findRefundRequest(tx, input.id)
    if (now?.state === input.decision && now.decidedBy === staff.username) return null
    if (now?.state !== 'OPEN') refuse('order.refundDecided')
    const begun = input.decision === 'APPROVED' ? await beginRefund(tx, deps, order, signId) : null
    const { decision: state, reason } = input
    await endRefundRequest(tx, input.id, { state, by: staff.username, reason })
    const askedByStudent = order.studentId !== null && asked.askedBy === null
    const detail = { decision: state, signId, reason, asked: asked.reason, askedByStudent }
    await tell(tx, staff, order, detail)
    if (state === 'REFUSED' && askedByStudent)
      await notify(tx, ...refundRefusedMessage(order, input))
    return begun
  })
  if (refundNo) await sendRefund(deps, refundNo)
  return orderNo
}

/** The line's sign ends and its money goes back, an invoice that is only asked for ends with it; with the last line the order ends, too. */
async function beginRefund(tx: Tx, deps: Deps, order: Order, signId: string): Promise<string> {
  const { orderNo } = order
  await requireRefundable(tx, { orderNo, signId })
  const paid = await findPaidPayment(tx, orderNo)
  const line = order.lines.find((one) => one.signId === signId)
  if (!paid || !line) return refuse('order.refundNotPossible')
  if (!gatewayOf(deps, paid.channel)) refuse('order.refundNoChannel')
  const { outTradeNo } = await lockPayment(tx, paid.outTradeNo)
  const refundNo = await closeLine(tx, order, line, outTradeNo)
  await notify(tx, refundedMessage(order, line))
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo, signId, refundNo, reason: 'REQUESTED', amountFen: line.amountFen },
  })
  return refundNo
}

/** What a refund does to a line, under the locks of sign, order and payment, whoever gives the money back. @returns the refund's number */
export async function closeLine(
  tx: Tx,
  order: Order,
  { signId, amountFen, position }: Order['lines'][number],
  outTradeNo: string,
): Promise<string> {
  const { orderNo } = order
  const refundNo = refundNoOf(outTradeNo, position)
  const wish = { refundNo, outTradeNo, amountFen, reason: 'REQUESTED' } as const
  await insertRefund(tx, { ...wish, line: { orderNo, signId } })
  const { begun } = await countRefunds(tx, outTradeNo)
  if (begun === order.lines.length) {
    await setPaymentGone(tx, outTradeNo, 'REFUNDING')
    await setOrderStatus(tx, orderNo, 'REFUNDING')
  }
  await setRefunded(tx, signId)
  await giveUpRefunded(tx, orderNo)
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
