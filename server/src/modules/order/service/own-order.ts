import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { maySeeOrder } from '../policy.ts'
import { findOrder, type Order, type OrderLine } from '../store/orders.ts'

/** A student's order has one line: what it is for stands beside the order. */
export type StudentOrder = Order & Omit<OrderLine, 'studentId' | 'goneBack' | 'position'>

/** Of an order with one line. */
export function withItsLine<Row extends Order>(order: Row): Row & StudentOrder {
  const [line] = order.lines
  if (!line || order.lines.length > 1) throw new Error(`order ${order.orderNo} has not one line`)
  const { signId, planId, year, title, amountFen, courseIds } = line
  return { ...order, signId, planId, year, title, amountFen, courseIds }
}

/** The student's own order; another's, and an employer's, answers as a missing one. */
export async function requireOwnOrder(
  db: Db,
  student: StudentActor,
  orderNo: string,
): Promise<StudentOrder> {
  const order = await findOrder(db, orderNo)
  if (!order || !maySeeOrder(student, order)) return refuse('order.notFound')
  return withItsLine(order)
}
