import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { maySeeOrder } from '../policy.ts'
import { findOrder, type Order } from '../store/orders.ts'

/** The student's own order; another's answers as a missing one. */
export async function requireOwnOrder(
  db: Db,
  student: StudentActor,
  orderNo: string,
): Promise<Order> {
  const order = await findOrder(db, orderNo)
  if (!order || !maySeeOrder(student, order)) return refuse('order.notFound')
  return order
}
