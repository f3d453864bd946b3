import { clientCalls, staffCalls, id as wireId } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { sendContent } from '../../platform/files/send.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { applyForInvoice, changeInvoice } from './service/apply.ts'
import { deskInvoice, deskInvoices, exportInvoices } from './service/desk.ts'
import { invoiceFile } from './service/file.ts'
import { issueInvoices } from './service/issue.ts'
import { invoiceInfo, myInvoices } from './service/read.ts'
import { failInvoice, numberInvoice, reverseInvoice, settleInTax } from './service/settle.ts'
import { removeTitle, savedTitles } from './service/titles.ts'
import { withdrawChange, withdrawInvoice } from './service/withdraw.ts'

const calls = clientCalls.invoice
const link = z.object({ id: wireId, s: wireId, e: z.string().max(12), t: z.string().max(64) })

export default function invoiceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.apply, ({ student, input }) => applyForInvoice(deps, student, input))
  route(app, deps, calls.withdraw, ({ student, input }) => withdrawInvoice(deps, student, input))
  route(app, deps, calls.my_invoice, ({ student, input }) => myInvoices(deps, student, input))
  route(app, deps, calls.info, ({ student, input }) => invoiceInfo(deps, student, input))
  route(app, deps, calls.change, ({ student, input }) => changeInvoice(deps, student, input))
  route(app, deps, calls.withdraw_change, ({ student, input }) =>
    withdrawChange(deps, student, input),
  )
  route(app, deps, calls.titles, ({ student }) => savedTitles(deps, student))
  route(app, deps, calls.remove_title, ({ student, input }) => removeTitle(deps, student, input))
  registerDesk(app, deps)
  for (const kind of ['invoices', 'employer-invoices', 'desk-invoices'] as const)
    app.get(`/${kind}/:id`, async (request, reply) => {
      const asked = link.safeParse(Object.assign({}, request.query, request.params))
      const file = await invoiceFile(deps, kind, asked.data ?? refuse('file.linkInvalid'))
      reply.header('cache-control', 'private, no-store')
      return sendContent(deps.files, file, request, reply)
    })
}

function registerDesk(app: FastifyInstance, deps: Deps): void {
  const desk = staffCalls.invoice
  staffRoute(app, deps, desk.list, ({ input }) => deskInvoices(deps, input))
  staffRoute(app, deps, desk.info, ({ staff, input }) => deskInvoice(deps, staff, input))
  staffRoute(app, deps, desk.export, ({ staff, input }) => exportInvoices(deps, staff, input))
  staffRoute(app, deps, desk.number, ({ staff, input }) => numberInvoice(deps, staff, input))
  staffRoute(app, deps, desk.issue, ({ staff, input }) => issueInvoices(deps, staff, input))
  staffRoute(app, deps, desk.fail, ({ staff, input }) => failInvoice(deps, staff, input))
  staffRoute(app, deps, desk.reverse, ({ staff, input }) => reverseInvoice(deps, staff, input))
  staffRoute(app, deps, desk.settle, ({ staff, input }) => settleInTax(deps, staff, input))
}
