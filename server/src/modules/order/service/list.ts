import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { listOrders } from '../store/orders.ts'

type Query = z.output<(typeof clientCalls)['order']['myOrder']['request']>

/** A student's orders, newest first; an unpaid one with the address its QR holds. */
export async function myOrders(
  deps: Deps,
  student: StudentActor,
  { page, pageSize, status }: Query,
) {
  const { list, total } = await listOrders(deps.db, student.studentId, { status, page, pageSize })
  return {
    list: list.map((row) => ({
      ...row,
      amount: row.amountFen,
      codeUrl: row.status === 'PENDING' && !row.overdue ? row.codeUrl : null,
      lines: [{ signId: row.signId, year: row.year, title: row.title, amount: row.amountFen }],
    })),
    total,
    page,
    pageSize,
  }
}

/** How a priced order can be paid here; empty without any gateway. */
export function payTypes(deps: Deps) {
  return { list: [...deps.gateways.keys()].map(asPayType) }
}

type PayType = z.input<(typeof clientCalls)['order']['payTypes']['response']>['list'][number]

/** Gateways are opened by the names of the contract; its response schema checks it again. */
function asPayType(name: string): PayType {
  return name as PayType
}
