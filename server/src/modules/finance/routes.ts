import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../platform/errors.ts'
import { sendContent } from '../../platform/files/send.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import {
  check,
  decide,
  decideProposed,
  openRefund,
  preview,
  propose,
  reopen,
  retry,
  retryRefund,
  withdrawProposed,
  withdrawRefund,
} from './service/act.ts'
import { deskCase, evidenceFile } from './service/case.ts'
import { deskClosedAccounts, keepMoney } from './service/closed-accounts.ts'
import { exportMoney } from './service/export.ts'
import {
  deskBills,
  deskChannels,
  deskDifferences,
  deskOrder,
  deskOrders,
  deskRequests,
} from './service/read.ts'
import { yearReport } from './service/year-report.ts'

const link = z.object({ id: z.uuid(), s: z.uuid(), e: z.string(), t: z.string() })

export default function financeRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.finance
  yearRoutes(app, workloads)
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
  staffRoute(app, workloads, calls.differences, ({ deps, input }) => deskDifferences(deps, input))
  staffRoute(app, workloads, calls.case, ({ deps, staff, input }) =>
    deskCase(deps, staff, input.id),
  )
  staffRoute(app, workloads, calls.previewCase, ({ deps, staff, input }) =>
    preview(deps, staff, input),
  )
  staffRoute(app, workloads, calls.proposeCase, ({ deps, staff, input }) =>
    propose(deps, staff, input),
  )
  staffRoute(app, workloads, calls.decideCase, ({ deps, staff, input }) =>
    decideProposed(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdrawCase, ({ deps, staff, input }) =>
    withdrawProposed(deps, staff, input),
  )
  staffRoute(app, workloads, calls.reopenCase, ({ deps, staff, input }) =>
    reopen(deps, staff, input),
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
  app.get('/money-evidence/:id', async (request, reply) => {
    const asked = link.safeParse(Object.assign({}, request.query, request.params))
    const file = await evidenceFile(workloads.learner, asked.data ?? refuse('file.linkInvalid'))
    reply.header('cache-control', 'private, no-store')
    return sendContent(workloads.learner.files, file, request, reply)
  })
}

/** A year's money, and what is left of closed accounts. */
function yearRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.finance
  staffRoute(app, workloads, calls.yearReport, ({ deps, input }) => yearReport(deps, input.year), {
    workload: 'export',
  })
  staffRoute(app, workloads, calls.closedAccounts, ({ deps, input }) =>
    deskClosedAccounts(deps, input),
  )
  staffRoute(app, workloads, calls.keepClosedMoney, ({ deps, staff, input }) =>
    keepMoney(deps, staff, input),
  )
}
