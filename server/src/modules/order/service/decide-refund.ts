import { type AuditEntry, audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { lockSign, setRefunded } from '../../sign/service.ts'
import { refundNoOf } from '../numbers.ts'
import { findOrder, lockOrder, type Order, setOrderStatus } from '../store/orders.ts'
import { findPaidPayment, lockPayment } from '../store/payments.ts'
import { endRefundRequest, findRefundRequest } from '../store/refund-requests.ts'
import { insertRefund } from '../store/refunds.ts'
import { sendRefund } from './refund.ts'
import { requireRefundable } from './request-refund.ts'

interface Decision {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  reason: string
}

/**
 * Staff's word on a refund that a student asked for (product §4). A yes closes the courses and begins the refund in one
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
  const { orderNo } = asked
  const { signId } = (await findOrder(deps.db, orderNo)) ?? refuse('order.notFound')
  const refundDays = await deps.settings.get('order.refundDays')
  const refundNo = await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    const order = await lockOrder(tx, orderNo)
    const now = await findRefundRequest(tx, input.id)
    if (now?.state === input.decision && now.decidedBy === staff.username) return null
    if (now?.state !== 'OPEN') refuse('order.refundDecided')
    const begun = input.decision === 'APPROVED' ? await beginRefund(tx, order, refundDays) : null
    const { decision: state, reason } = input
    await endRefundRequest(tx, input.id, { state, by: staff.username, reason })
    await tell(tx, staff, order, { decision: state, reason, asked: asked.reason })
    return begun
  })
  if (refundNo) await sendRefund(deps, refundNo)
  return orderNo
}

async function beginRefund(tx: Tx, order: Order, refundDays: number): Promise<string> {
  await requireRefundable(tx, order, refundDays)
  const paid = await findPaidPayment(tx, order.orderNo)
  if (!paid) return refuse('order.refundNotPossible')
  const { outTradeNo, amountFen } = await lockPayment(tx, paid.outTradeNo)
  const refundNo = refundNoOf(outTradeNo)
  await insertRefund(tx, { refundNo, outTradeNo, amountFen, reason: 'REQUESTED' })
  await setOrderStatus(tx, order.orderNo, 'REFUNDING')
  await setRefunded(tx, order.signId)
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo: order.orderNo, refundNo, reason: 'REQUESTED', amountFen },
  })
  return refundNo
}

function tell(
  tx: Tx,
  { username: actor, ip }: StaffAtWork,
  { orderNo }: Order,
  detail: AuditEntry['detail'] & { decision: Decision['decision'] },
): Promise<void> {
  const action = detail.decision === 'APPROVED' ? 'order.refundApproved' : 'order.refundRefused'
  return audit(tx, { actor, ip, action, subject: orderNo, detail })
}
