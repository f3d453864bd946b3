import { clientCalls, staffCalls, id as wireId } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { registerRoute } from '../../../platform/calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { sendStoredFile } from '../../../platform/files/send.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { applyForInvoice, changeInvoice } from './service/apply.ts'
import { deskInvoice, deskInvoices, exportInvoices } from './service/desk.ts'
import { discardInvoiceUpload, listUnusedInvoiceUploads, readInvoiceFile } from './service/files.ts'
import { issueInvoiceFor, issueInvoices } from './service/issue.ts'
import { failInvoiceApplication, recordInvoiceNumber, recordTaxOutcome, reverseInvoice } from './service/outcome.ts'
import {
  listSavedInvoiceTitles,
  readCurrentSeller,
  removeSavedInvoiceTitle,
  saveInvoiceSeller,
} from './service/titles.ts'
import { listOwnInvoices, loadOwnInvoice } from './service/view.ts'
import { withdrawInvoice, withdrawInvoiceChange } from './service/withdraw.ts'

const calls = clientCalls.invoice
const link = z.object({ id: wireId, s: wireId, e: z.string().max(12), t: z.string().max(64) })

export default function invoiceRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.apply, ({ deps, student, input }) => applyForInvoice(deps, student, input))
  registerRoute(app, workloads, calls.withdraw, ({ deps, student, input }) => withdrawInvoice(deps, student, input))
  registerRoute(app, workloads, calls.my_invoice, ({ deps, student, input }) => listOwnInvoices(deps, student, input))
  registerRoute(app, workloads, calls.info, ({ deps, student, input }) => loadOwnInvoice(deps, student, input))
  registerRoute(app, workloads, calls.change, ({ deps, student, input }) => changeInvoice(deps, student, input))
  registerRoute(app, workloads, calls.withdraw_change, ({ deps, student, input }) =>
    withdrawInvoiceChange(deps, student, input),
  )
  registerRoute(app, workloads, calls.titles, ({ deps, student }) => listSavedInvoiceTitles(deps, student))
  registerRoute(app, workloads, calls.remove_title, ({ deps, student, input }) =>
    removeSavedInvoiceTitle(deps, student, input),
  )
  registerDesk(app, workloads)
  for (const kind of ['invoices', 'employer-invoices', 'desk-invoices'] as const)
    app.get(`/${kind}/:id`, async (request, reply) => {
      const asked = link.safeParse(Object.assign({}, request.query, request.params))
      const file = await readInvoiceFile(workloads.learner, kind, asked.data ?? refuse('file.linkInvalid'))
      reply.header('cache-control', 'private, no-store')
      return sendStoredFile(workloads.learner.files, file, request, reply)
    })
}

function registerDesk(app: FastifyInstance, workloads: WorkloadDeps): void {
  const desk = staffCalls.invoice
  registerStaffRoute(app, workloads, desk.list, ({ deps, input }) => deskInvoices(deps, input))
  registerStaffRoute(app, workloads, desk.info, ({ deps, staff, input }) => deskInvoice(deps, staff, input))
  registerStaffRoute(app, workloads, desk.export, ({ deps, staff, input }) => exportInvoices(deps, staff, input), {
    workload: 'export',
  })
  registerStaffRoute(app, workloads, desk.number, ({ deps, staff, input }) => recordInvoiceNumber(deps, staff, input))
  registerStaffRoute(app, workloads, desk.issue, ({ deps, staff, input }) => issueInvoices(deps, staff, input))
  registerStaffRoute(app, workloads, desk.issueFor, ({ deps, staff, input }) => issueInvoiceFor(deps, staff, input))
  registerStaffRoute(app, workloads, desk.files, ({ deps, staff }) => listUnusedInvoiceUploads(deps, staff))
  registerStaffRoute(app, workloads, desk.dropFile, ({ deps, staff, input }) =>
    discardInvoiceUpload(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.seller, ({ deps }) => readCurrentSeller(deps))
  registerStaffRoute(app, workloads, desk.setSeller, ({ deps, staff, input }) => saveInvoiceSeller(deps, staff, input))
  registerStaffRoute(app, workloads, desk.fail, ({ deps, staff, input }) => failInvoiceApplication(deps, staff, input))
  registerStaffRoute(app, workloads, desk.reverse, ({ deps, staff, input }) => reverseInvoice(deps, staff, input))
  registerStaffRoute(app, workloads, desk.settle, ({ deps, staff, input }) => recordTaxOutcome(deps, staff, input))
}
