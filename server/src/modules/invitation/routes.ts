import { clientCalls, employerCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { employerRoute } from '../../platform/employer-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { confirmInvitation, declineInvitation } from './service/answer.ts'
import { checkList, readReport, readState, returnRows } from './service/check.ts'
import { exportMembers } from './service/export.ts'
import {
  applyEmployersInvoice,
  employersInvoice,
  withdrawEmployersInvoice,
} from './service/invoice.ts'
import { listMembers } from './service/members.ts'
import { myInvitations } from './service/mine.ts'
import {
  cancelEmployerOrder,
  changeChannel,
  createOrder,
  listOrders,
  queryEmployerOrder,
} from './service/order.ts'
import { plansForEmployers } from './service/plans.ts'
import { requestRefund, withdrawRefund } from './service/refund.ts'
import { withdraw } from './service/withdraw.ts'
import { writeList } from './service/write.ts'

/** a list of 2 MB in Base64, and what stands around it */
const listLimit = 3 * 1024 * 1024

export default function invitationRoutes(app: FastifyInstance, workloads: Workloads): void {
  const own = clientCalls.invitation
  route(app, workloads, own.mine, ({ deps, student }) => myInvitations(deps, student))
  route(app, workloads, own.confirm, ({ deps, student, input }) =>
    confirmInvitation(deps, student, input),
  )
  route(app, workloads, own.decline, ({ deps, student, input }) =>
    declineInvitation(deps, student, input),
  )
  registerList(app, workloads)
  registerOrders(app, workloads)
}

function registerList(app: FastifyInstance, workloads: Workloads): void {
  const calls = employerCalls.invitation
  employerRoute(app, workloads, calls.plans, ({ deps }) => plansForEmployers(deps))
  employerRoute(
    app,
    workloads,
    calls.check,
    ({ deps, employer, input, gone }) => checkList(deps, employer, input, gone),
    { bodyLimit: listLimit },
  )
  employerRoute(app, workloads, calls.checkState, ({ deps, employer, input }) =>
    readState(deps, employer, input.importId),
  )
  employerRoute(app, workloads, calls.checkRows, ({ deps, employer, input }) =>
    readReport(deps, employer, input),
  )
  employerRoute(
    app,
    workloads,
    calls.returned,
    ({ deps, employer, input }) => returnRows(deps, employer, input.importId),
    { workload: 'export' },
  )
  employerRoute(app, workloads, calls.write, ({ deps, employer, input }) =>
    writeList(deps, employer, input.importId),
  )
  employerRoute(app, workloads, calls.list, ({ deps, employer, input }) =>
    listMembers(deps, employer, input),
  )
  employerRoute(app, workloads, calls.withdraw, ({ deps, employer, input }) =>
    withdraw(deps, employer, input),
  )
  employerRoute(
    app,
    workloads,
    calls.export,
    ({ deps, employer, input }) => exportMembers(deps, employer, input.planId),
    { workload: 'export' },
  )
}

function registerOrders(app: FastifyInstance, workloads: Workloads): void {
  const calls = employerCalls.invitation
  employerRoute(app, workloads, calls.createOrder, ({ deps, employer, input }) =>
    createOrder(deps, employer, input),
  )
  employerRoute(app, workloads, calls.orders, ({ deps, employer, input }) =>
    listOrders(deps, employer, input),
  )
  employerRoute(app, workloads, calls.queryStatus, ({ deps, employer, input }) =>
    queryEmployerOrder(deps, employer, input),
  )
  employerRoute(app, workloads, calls.changeChannel, ({ deps, employer, input }) =>
    changeChannel(deps, employer, input),
  )
  employerRoute(app, workloads, calls.cancelOrder, ({ deps, employer, input }) =>
    cancelEmployerOrder(deps, employer, input),
  )
  employerRoute(app, workloads, calls.requestRefund, ({ deps, employer, input }) =>
    requestRefund(deps, employer, input),
  )
  employerRoute(app, workloads, calls.withdrawRefund, ({ deps, employer, input }) =>
    withdrawRefund(deps, employer, input),
  )
  employerRoute(app, workloads, calls.applyInvoice, ({ deps, employer, input }) =>
    applyEmployersInvoice(deps, employer, input),
  )
  employerRoute(app, workloads, calls.withdrawInvoice, ({ deps, employer, input }) =>
    withdrawEmployersInvoice(deps, employer, input),
  )
  employerRoute(app, workloads, calls.invoiceInfo, ({ deps, employer, input }) =>
    employersInvoice(deps, employer, input),
  )
}
