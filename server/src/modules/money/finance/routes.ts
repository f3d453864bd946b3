import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../../platform/errors.ts'
import { sendStoredFile } from '../../../platform/files/send.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { decideClosedAccountWithoutRefund, deskClosedAccounts, deskYearReport } from './service/closed-accounts.ts'
import {
  checkPaymentChannel,
  decideMoneyCase,
  decideRefundRequest,
  openRefundRequest,
  previewMoneyCase,
  proposeMoneyCase,
  recheckMoneyCase,
  reopenMoneyCase,
  retryRefund,
  withdrawMoneyCase,
  withdrawRefund,
} from './service/decide.ts'
import { exportFinanceTable } from './service/export.ts'
import {
  deskChannelBills,
  deskDifferences,
  deskMoneyCase,
  deskOrder,
  deskOrders,
  deskPaymentChannels,
  deskRefundRequests,
  readMoneyEvidenceFile,
} from './service/read.ts'

const link = z.object({ id: z.uuid(), s: z.uuid(), e: z.string(), t: z.string() })

export default function financeRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.finance
  yearRoutes(app, workloads)
  registerStaffRoute(app, workloads, calls.orders, ({ deps, input }) => deskOrders(deps, input))
  registerStaffRoute(app, workloads, calls.order, ({ deps, input }) => deskOrder(deps, input.orderNo))
  registerStaffRoute(app, workloads, calls.refundRequests, ({ deps, input }) => deskRefundRequests(deps, input))
  registerStaffRoute(app, workloads, calls.openRefund, ({ deps, staff, input }) =>
    openRefundRequest(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.decideRefund, ({ deps, staff, input }) =>
    decideRefundRequest(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.withdrawRefund, ({ deps, staff, input }) =>
    withdrawRefund(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.retryRefund, ({ deps, staff, input }) => retryRefund(deps, staff, input))
  registerStaffRoute(app, workloads, calls.differences, ({ deps, input }) => deskDifferences(deps, input))
  registerStaffRoute(app, workloads, calls.case, ({ deps, staff, input }) => deskMoneyCase(deps, staff, input.id))
  registerStaffRoute(app, workloads, calls.previewCase, ({ deps, staff, input }) =>
    previewMoneyCase(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.proposeCase, ({ deps, staff, input }) =>
    proposeMoneyCase(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.decideCase, ({ deps, staff, input }) => decideMoneyCase(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdrawCase, ({ deps, staff, input }) =>
    withdrawMoneyCase(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.reopenCase, ({ deps, staff, input }) => reopenMoneyCase(deps, staff, input))
  registerStaffRoute(app, workloads, calls.retryDifference, ({ deps, staff, input }) =>
    recheckMoneyCase(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.bills, ({ deps, input }) => deskChannelBills(deps, input))
  registerStaffRoute(app, workloads, calls.channels, ({ deps }) => deskPaymentChannels(deps))
  registerStaffRoute(app, workloads, calls.checkChannel, ({ deps, staff, input }) =>
    checkPaymentChannel(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.export, ({ deps, staff, input }) => exportFinanceTable(deps, staff, input), {
    workload: 'export',
  })
  app.get('/money-evidence/:id', async (request, reply) => {
    const asked = link.safeParse(Object.assign({}, request.query, request.params))
    const file = await readMoneyEvidenceFile(workloads.learner, asked.data ?? refuse('file.linkInvalid'))
    reply.header('cache-control', 'private, no-store')
    return sendStoredFile(workloads.learner.files, file, request, reply)
  })
}

/** Routes for the money of a year and of closed accounts. */
function yearRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.finance
  registerStaffRoute(app, workloads, calls.yearReport, ({ deps, input }) => deskYearReport(deps, input.year), {
    workload: 'export',
  })
  registerStaffRoute(app, workloads, calls.closedAccounts, ({ deps, input }) => deskClosedAccounts(deps, input))
  registerStaffRoute(app, workloads, calls.keepClosedMoney, ({ deps, staff, input }) =>
    decideClosedAccountWithoutRefund(deps, staff, input),
  )
}
