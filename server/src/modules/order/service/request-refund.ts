import { audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { lockSign } from '../../sign/service.ts'
import { refundObstacle } from '../refund-rules.ts'
import { lockOrder, type Order } from '../store/orders.ts'
import {
  endRefundRequest,
  findRefundRequest,
  insertRefundRequest,
  listRefundFacts,
  type RefundRequest,
} from '../store/refund-requests.ts'
import { requireOwnOrder } from './own-order.ts'

/** A student asks for their money back; nothing moves until staff decide. A repeat finds the same request. */
export async function requestRefund(
  deps: Deps,
  student: StudentActor,
  input: { id: string; orderNo: string; reason: string },
) {
  const { id, orderNo, reason } = input
  const { signId } = await requireOwnOrder(deps.db, student, orderNo)
  const refundDays = await deps.settings.get('order.refundDays')
  await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    const order = await lockOrder(tx, orderNo)
    const there = await findRefundRequest(tx, id)
    if (there) return requireSame(there, input)
    await requireRefundable(tx, order, refundDays)
    if (!(await insertRefundRequest(tx, { id, orderNo, reason }))) refuse('order.refundAsked')
    await audit(tx, {
      actor: `student:${student.studentId}`,
      action: 'order.refundAsked',
      subject: orderNo,
      detail: { reason },
    })
  })
  return null
}

function requireSame(there: RefundRequest, input: { orderNo: string; reason: string }): void {
  if (there.orderNo !== input.orderNo || there.reason !== input.reason) refuse('order.keyUsed')
}

/** The rules hold when it is asked for, and once more when it is decided. */
export async function requireRefundable(tx: Tx, order: Order, refundDays: number): Promise<void> {
  const [facts] = await listRefundFacts(tx, [order.orderNo])
  const obstacle = facts && refundObstacle(facts, refundDays)
  if (obstacle === 'HOURS_CREDITED') refuse('order.refundHoursCredited')
  if (obstacle === 'EXAM_RUNNING') refuse('order.refundExamRunning')
  if (obstacle === 'TOO_LATE') refuse('order.refundTooLate', { days: refundDays })
  if (obstacle) refuse('order.refundNotPossible')
}

/** Takes an open request back; a repeat changes nothing. */
export async function withdrawRefund(deps: Deps, student: StudentActor, input: { id: string }) {
  const asked =
    (await findRefundRequest(deps.db, input.id)) ?? refuse('order.refundRequestNotFound')
  const { orderNo, signId } = await requireOwnOrder(deps.db, student, asked.orderNo).catch(() =>
    refuse('order.refundRequestNotFound'),
  )
  await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    await lockOrder(tx, orderNo)
    const now = await findRefundRequest(tx, input.id)
    if (now?.state === 'WITHDRAWN') return
    if (now?.state !== 'OPEN') refuse('order.refundDecided')
    await endRefundRequest(tx, input.id, { state: 'WITHDRAWN', by: null, reason: null })
    const actor = `student:${student.studentId}`
    await audit(tx, { actor, action: 'order.refundWithdrawn', subject: orderNo })
  })
  return null
}
