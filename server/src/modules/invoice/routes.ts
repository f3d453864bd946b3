import { clientCalls, staffCalls, id as wireId } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/calls.ts'
import { refuse } from '../../platform/errors.ts'
import { sendContent } from '../../platform/files/send.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { applyForInvoice, changeInvoice } from './service/apply.ts'
import { deskInvoice, deskInvoices, exportInvoices } from './service/desk.ts'
import { invoiceFile } from './service/file.ts'
import { issueFor, issueInvoices } from './service/issue.ts'
import { invoiceInfo, myInvoices } from './service/read.ts'
import { setSeller, shownSeller } from './service/seller.ts'
import { failInvoice, numberInvoice, reverseInvoice, settleInTax } from './service/settle.ts'
import { removeTitle, savedTitles } from './service/titles.ts'
import { dropFile, unusedFiles } from './service/uploads.ts'
import { withdrawChange, withdrawInvoice } from './service/withdraw.ts'

const calls = clientCalls.invoice
const link = z.object({ id: wireId, s: wireId, e: z.string().max(12), t: z.string().max(64) })

export default function invoiceRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.apply, ({ deps, student, input }) =>
    applyForInvoice(deps, student, input),
  )
  route(app, workloads, calls.withdraw, ({ deps, student, input }) =>
    withdrawInvoice(deps, student, input),
  )
  route(app, workloads, calls.my_invoice, ({ deps, student, input }) =>
    myInvoices(deps, student, input),
  )
  route(app, workloads, calls.info, ({ deps, student, input }) => invoiceInfo(deps, student, input))
  route(app, workloads, calls.change, ({ deps, student, input }) =>
    changeInvoice(deps, student, input),
  )
  route(app, workloads, calls.withdraw_change, ({ deps, student, input }) =>
    withdrawChange(deps, student, input),
  )
  route(app, workloads, calls.titles, ({ deps, student }) => savedTitles(deps, student))
  route(app, workloads, calls.remove_title, ({ deps, student, input }) =>
    removeTitle(deps, student, input),
  )
  registerDesk(app, workloads)
  for (const kind of ['invoices', 'employer-invoices', 'desk-invoices'] as const)
    app.get(`/${kind}/:id`, async (request, reply) => {
      const asked = link.safeParse(Object.assign({}, request.query, request.params))
      const file = await invoiceFile(
        workloads.learner,
        kind,
        asked.data ?? refuse('file.linkInvalid'),
      )
      reply.header('cache-control', 'private, no-store')
      return sendContent(workloads.learner.files, file, request, reply)
    })
}

function registerDesk(app: FastifyInstance, workloads: Workloads): void {
  const desk = staffCalls.invoice
  staffRoute(app, workloads, desk.list, ({ deps, input }) => deskInvoices(deps, input))
  staffRoute(app, workloads, desk.info, ({ deps, staff, input }) => deskInvoice(deps, staff, input))
  staffRoute(
    app,
    workloads,
    desk.export,
    ({ deps, staff, input }) => exportInvoices(deps, staff, input),
    { workload: 'export' },
  )
  staffRoute(app, workloads, desk.number, ({ deps, staff, input }) =>
    numberInvoice(deps, staff, input),
  )
  staffRoute(app, workloads, desk.issue, ({ deps, staff, input }) =>
    issueInvoices(deps, staff, input),
  )
  staffRoute(app, workloads, desk.issueFor, ({ deps, staff, input }) =>
    issueFor(deps, staff, input),
  )
  staffRoute(app, workloads, desk.files, ({ deps, staff }) => unusedFiles(deps, staff))
  staffRoute(app, workloads, desk.dropFile, ({ deps, staff, input }) =>
    dropFile(deps, staff, input),
  )
  staffRoute(app, workloads, desk.seller, ({ deps }) => shownSeller(deps))
  staffRoute(app, workloads, desk.setSeller, ({ deps, staff, input }) =>
    setSeller(deps, staff, input),
  )
  staffRoute(app, workloads, desk.fail, ({ deps, staff, input }) => failInvoice(deps, staff, input))
  staffRoute(app, workloads, desk.reverse, ({ deps, staff, input }) =>
    reverseInvoice(deps, staff, input),
  )
  staffRoute(app, workloads, desk.settle, ({ deps, staff, input }) =>
    settleInTax(deps, staff, input),
  )
}
