import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import {
  check,
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
import {
  deskBills,
  deskChannels,
  deskDifferences,
  deskOrder,
  deskOrders,
  deskRequests,
} from './service/read.ts'

export default function financeRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.finance
  staffRoute(app, workloads, calls.orders, ({ deps, input }) => deskOrders(deps, input))
  staffRoute(app, workloads, calls.order, ({ deps, input }) => deskOrder(deps, input.orderNo))
  staffRoute(app, workloads, calls.refundRequests, ({ deps, input }) => deskRequests(deps, input))
  staffRoute(app, workloads, calls.openRefund, ({ deps, staff, input }) =>
    openRefund(deps, staff, input),
  )
  staffRoute(app, workloads, calls.decideRefund, ({ deps, staff, input }) =>
    decide(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdrawRefund, ({ deps, staff, input }) =>
    withdrawRefund(deps, staff, input),
  )
  staffRoute(app, workloads, calls.retryRefund, ({ deps, staff, input }) =>
    retryRefund(deps, staff, input),
  )
  staffRoute(app, workloads, calls.enterElsewhere, ({ deps, staff, input }) =>
    enterReturned(deps, staff, input),
  )
  staffRoute(app, workloads, calls.decideElsewhere, ({ deps, staff, input }) =>
    decideReturned(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdrawElsewhere, ({ deps, staff, input }) =>
    withdrawReturned(deps, staff, input),
  )
  staffRoute(app, workloads, calls.differences, ({ deps, input }) => deskDifferences(deps, input))
  staffRoute(app, workloads, calls.resolveDifference, ({ deps, staff, input }) =>
    resolve(deps, staff, input),
  )
  staffRoute(app, workloads, calls.retryDifference, ({ deps, staff, input }) =>
    retry(deps, staff, input),
  )
  staffRoute(app, workloads, calls.bills, ({ deps, input }) => deskBills(deps, input))
  staffRoute(app, workloads, calls.channels, ({ deps }) => deskChannels(deps))
  staffRoute(app, workloads, calls.checkChannel, ({ deps, staff, input }) =>
    check(deps, staff, input),
  )
  staffRoute(
    app,
    workloads,
    calls.export,
    ({ deps, staff, input }) => exportMoney(deps, staff, input),
    { workload: 'export' },
  )
}
