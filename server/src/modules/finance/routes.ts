import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import {
  decide,
  decideReturned,
  enterReturned,
  openRefund,
  resolve,
  retry,
  retryRefund,
  withdrawRefund,
  withdrawReturned,
} from './service/act.ts'
import { exportMoney } from './service/export.ts'
import { deskBills, deskDifferences, deskOrder, deskOrders, deskRequests } from './service/read.ts'

export default function financeRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.finance
  staffRoute(app, deps, calls.orders, ({ input }) => deskOrders(deps, input))
  staffRoute(app, deps, calls.order, ({ input }) => deskOrder(deps, input.orderNo))
  staffRoute(app, deps, calls.refundRequests, ({ input }) => deskRequests(deps, input))
  staffRoute(app, deps, calls.openRefund, ({ staff, input }) => openRefund(deps, staff, input))
  staffRoute(app, deps, calls.decideRefund, ({ staff, input }) => decide(deps, staff, input))
  staffRoute(app, deps, calls.withdrawRefund, ({ staff, input }) =>
    withdrawRefund(deps, staff, input),
  )
  staffRoute(app, deps, calls.retryRefund, ({ staff, input }) => retryRefund(deps, staff, input))
  staffRoute(app, deps, calls.enterElsewhere, ({ staff, input }) =>
    enterReturned(deps, staff, input),
  )
  staffRoute(app, deps, calls.decideElsewhere, ({ staff, input }) =>
    decideReturned(deps, staff, input),
  )
  staffRoute(app, deps, calls.withdrawElsewhere, ({ staff, input }) =>
    withdrawReturned(deps, staff, input),
  )
  staffRoute(app, deps, calls.differences, ({ input }) => deskDifferences(deps, input))
  staffRoute(app, deps, calls.resolveDifference, ({ staff, input }) => resolve(deps, staff, input))
  staffRoute(app, deps, calls.retryDifference, ({ staff, input }) => retry(deps, staff, input))
  staffRoute(app, deps, calls.bills, ({ input }) => deskBills(deps, input))
  staffRoute(app, deps, calls.export, ({ staff, input }) => exportMoney(deps, staff, input))
}
