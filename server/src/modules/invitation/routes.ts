import { clientCalls, employerCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { employerRoute } from '../../platform/employer-calls.ts'
import { confirmInvitation, declineInvitation } from './service/answer.ts'
import { checkList, readReport, readState } from './service/check.ts'
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

export default function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const own = clientCalls.invitation
  route(app, deps, own.mine, ({ student }) => myInvitations(deps, student))
  route(app, deps, own.confirm, ({ student, input }) => confirmInvitation(deps, student, input))
  route(app, deps, own.decline, ({ student, input }) => declineInvitation(deps, student, input))
  registerList(app, deps)
  registerOrders(app, deps)
}

function registerList(app: FastifyInstance, deps: Deps): void {
  const calls = employerCalls.invitation
  employerRoute(app, deps, calls.plans, () => plansForEmployers(deps))
  employerRoute(
    app,
    deps,
    calls.check,
    ({ employer, input, gone }) => checkList(deps, employer, input, gone),
    { bodyLimit: listLimit },
  )
  employerRoute(app, deps, calls.checkState, ({ employer, input }) =>
    readState(deps, employer, input.importId),
  )
  employerRoute(app, deps, calls.checkRows, ({ employer, input }) =>
    readReport(deps, employer, input),
  )
  employerRoute(app, deps, calls.write, ({ employer, input }) =>
    writeList(deps, employer, input.importId),
  )
  employerRoute(app, deps, calls.list, ({ employer, input }) => listMembers(deps, employer, input))
  employerRoute(app, deps, calls.withdraw, ({ employer, input }) => withdraw(deps, employer, input))
  employerRoute(app, deps, calls.export, ({ employer, input }) =>
    exportMembers(deps, employer, input.planId),
  )
}

function registerOrders(app: FastifyInstance, deps: Deps): void {
  const calls = employerCalls.invitation
  employerRoute(app, deps, calls.createOrder, ({ employer, input }) =>
    createOrder(deps, employer, input),
  )
  employerRoute(app, deps, calls.orders, ({ employer, input }) => listOrders(deps, employer, input))
  employerRoute(app, deps, calls.queryStatus, ({ employer, input }) =>
    queryEmployerOrder(deps, employer, input),
  )
  employerRoute(app, deps, calls.changeChannel, ({ employer, input }) =>
    changeChannel(deps, employer, input),
  )
  employerRoute(app, deps, calls.cancelOrder, ({ employer, input }) =>
    cancelEmployerOrder(deps, employer, input),
  )
  employerRoute(app, deps, calls.requestRefund, ({ employer, input }) =>
    requestRefund(deps, employer, input),
  )
  employerRoute(app, deps, calls.withdrawRefund, ({ employer, input }) =>
    withdrawRefund(deps, employer, input),
  )
  employerRoute(app, deps, calls.applyInvoice, ({ employer, input }) =>
    applyEmployersInvoice(deps, employer, input),
  )
  employerRoute(app, deps, calls.withdrawInvoice, ({ employer, input }) =>
    withdrawEmployersInvoice(deps, employer, input),
  )
  employerRoute(app, deps, calls.invoiceInfo, ({ employer, input }) =>
    employersInvoice(deps, employer, input),
  )
}
