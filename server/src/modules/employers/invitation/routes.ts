import { clientCalls, employerCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../../platform/calls.ts'
import { registerEmployerRoute } from '../../../platform/employer-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { confirmInvitation, declineInvitation, withdrawInvitations } from './service/answer.ts'
import { checkInvitationList, employerListImports, writeInvitationList } from './service/import-list.ts'
import { applyForEmployerInvoice, findEmployerInvoice, withdrawEmployerInvoice } from './service/invoice.ts'
import { exportEmployerMembers, listMembersOfYear } from './service/members.ts'
import { listOwnInvitations } from './service/mine.ts'
import {
  cancelEmployerOrder,
  changeChannelOfMembersOrder,
  createOrderForMembers,
  listEmployerOrders,
  listPlansForEmployers,
  queryEmployerOrder,
  requestMemberRefund,
  withdrawMemberRefund,
} from './service/order.ts'

/** Limit for a request that contains a list: a file of 2 MB in Base64, and the other fields. */
const listLimit = 3 * 1024 * 1024

export default function invitationRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const own = clientCalls.invitation
  registerRoute(app, workloads, own.mine, ({ deps, student }) => listOwnInvitations(deps, student))
  registerRoute(app, workloads, own.confirm, ({ deps, student, input }) => confirmInvitation(deps, student, input))
  registerRoute(app, workloads, own.decline, ({ deps, student, input }) => declineInvitation(deps, student, input))
  registerList(app, workloads)
  registerOrders(app, workloads)
}

function registerList(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = employerCalls.invitation
  registerEmployerRoute(app, workloads, calls.plans, ({ deps }) => listPlansForEmployers(deps))
  registerEmployerRoute(
    app,
    workloads,
    calls.check,
    ({ deps, employer, input, gone }) => checkInvitationList(deps, employer, input, gone),
    { bodyLimit: listLimit },
  )
  registerEmployerRoute(app, workloads, calls.checkState, employerListImports.readState)
  registerEmployerRoute(app, workloads, calls.checkRows, employerListImports.readRows)
  registerEmployerRoute(app, workloads, calls.returned, employerListImports.returnRows, { workload: 'export' })
  registerEmployerRoute(app, workloads, calls.write, ({ deps, employer, input }) =>
    writeInvitationList(deps, employer, input.importId),
  )
  registerEmployerRoute(app, workloads, calls.list, ({ deps, employer, input }) =>
    listMembersOfYear(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.withdraw, ({ deps, employer, input }) =>
    withdrawInvitations(deps, employer, input),
  )
  registerEmployerRoute(
    app,
    workloads,
    calls.export,
    ({ deps, employer, input }) => exportEmployerMembers(deps, employer, input.planId),
    { workload: 'export' },
  )
}

function registerOrders(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = employerCalls.invitation
  registerEmployerRoute(app, workloads, calls.createOrder, ({ deps, employer, input }) =>
    createOrderForMembers(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.orders, ({ deps, employer, input }) =>
    listEmployerOrders(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.queryStatus, ({ deps, employer, input }) =>
    queryEmployerOrder(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.changeChannel, ({ deps, employer, input }) =>
    changeChannelOfMembersOrder(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.cancelOrder, ({ deps, employer, input }) =>
    cancelEmployerOrder(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.requestRefund, ({ deps, employer, input }) =>
    requestMemberRefund(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.withdrawRefund, ({ deps, employer, input }) =>
    withdrawMemberRefund(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.applyInvoice, ({ deps, employer, input }) =>
    applyForEmployerInvoice(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.withdrawInvoice, ({ deps, employer, input }) =>
    withdrawEmployerInvoice(deps, employer, input),
  )
  registerEmployerRoute(app, workloads, calls.invoiceInfo, ({ deps, employer, input }) =>
    findEmployerInvoice(deps, employer, input),
  )
}
