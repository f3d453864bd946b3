import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireOwnOrder } from './own-order.ts'
import { closeOrder } from './settle.ts'

/** Gives up an unpaid order. Paid meanwhile: it becomes paid, and cannot be cancelled. A repeat changes nothing. */
export async function cancelOrder(deps: Deps, student: StudentActor, input: { orderNo: string }) {
  const order = await requireOwnOrder(deps.db, student, input.orderNo)
  if (order.status === 'PENDING')
    await closeOrder(deps, order.orderNo, 'CANCELLED', `student:${student.studentId}`)
  const { status, closeReason } = await requireOwnOrder(deps.db, student, input.orderNo)
  if (status !== 'CLOSED' || closeReason !== 'CANCELLED') refuse('order.notPending', { status })
  return null
}
