import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maySeeOrder } from '../policy.ts'
import { findOrder, type Order, type OrderLine } from '../store/orders.ts'

/** An order of a student has one line, whose fields are merged into the order. */
export type StudentOrder = Order & Omit<OrderLine, 'studentId' | 'goneBack' | 'position'>

/** @throws Error unless the order has one line */
export function toStudentOrder<Row extends Order>(order: Row): Row & StudentOrder {
  const [line] = order.lines
  if (!line || order.lines.length > 1) throw new Error(`order ${order.orderNo} has not one line`)
  const { signId, planId, year, title, amountFen, courseIds } = line
  return { ...order, signId, planId, year, title, amountFen, courseIds }
}

/** An order of another student counts as missing. */
export async function requireOwnOrder(db: Db, student: StudentActor, orderNo: string): Promise<StudentOrder> {
  const order = await findOrder(db, orderNo)
  if (!order || !maySeeOrder(student, order)) return refuse('order.notFound')
  return toStudentOrder(order)
}
