import { actorOfStudent } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Order } from '../store/orders.ts'
import { requireOwnOrder } from './own-order.ts'
import { closeOrder } from './settle.ts'

/** Gives up one's unpaid order. Paid meanwhile: it becomes paid, and cannot be cancelled. A repeat changes nothing. */
export async function cancelOrder(deps: Deps, student: StudentActor, input: { orderNo: string }) {
  const actor = actorOfStudent(student.studentId)
  return cancel(deps, actor, () => requireOwnOrder(deps.db, student, input.orderNo))
}

/** The same of any order. @param read it, if whoever asks may see it */
export async function cancel(deps: Deps, actor: string, read: () => Promise<Order>) {
  const order = await read()
  if (order.status === 'PENDING') await closeOrder(deps, order.orderNo, 'CANCELLED', actor)
  const { status, closeReason } = await read()
  if (status !== 'CLOSED' || closeReason !== 'CANCELLED') refuse('order.notPending', { status })
  return null
}
