import { clientCalls, staffCalls, id as wireId } from '@ce/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { sendContent } from '../../platform/files/send.ts'
import { hungUp } from '../../platform/hung-up.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { deskProof, deskProofs, reissueProof, revokeProof } from './service/desk.ts'
import { printedFile } from './service/draw-print.ts'
import { keySet, offlinePage } from './service/keys.ts'
import { ledgerPath, listRoots } from './service/ledger.ts'
import { printProof, printYears, printYearsPdf } from './service/print.ts'
import { printMany, printState } from './service/print-many.ts'
import { proofInfo, queryYears } from './service/query.ts'
import { regulatorExport } from './service/regulator-export.ts'
import { ownLedger, reverseRecord, studentLedger } from './service/student-ledger.ts'
import { verifyProof } from './service/verify.ts'

const calls = clientCalls.certification_grant
const desk = staffCalls.certification_grant
const yearsLink = z.object({
  id: z.string().regex(/^\d{4}(\.\d{4}){0,19}$/),
  s: wireId,
  e: z.string().max(12),
  t: z.string().max(64),
})
const pdfLink = z.object({ id: wireId, s: wireId, e: z.string().max(12), t: z.string().max(64) })

export default function certificationGrantRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.query, ({ deps, student, input }) => queryYears(deps, student, input))
  route(app, workloads, calls.info, ({ deps, student, input }) => proofInfo(deps, student, input))
  route(app, workloads, calls.verify, ({ deps, input }) => verifyProof(deps, input))
  route(app, workloads, calls.ledger, ({ deps, student, input }) => ownLedger(deps, student, input))
  route(app, workloads, calls.ledger_roots, ({ deps, input }) => listRoots(deps, input))
  route(app, workloads, calls.ledger_path, ({ deps, student }) => ledgerPath(deps, student))
  route(app, workloads, calls.keys, async ({ deps }) => keySet(deps))
  staffRoute(app, workloads, desk.list, ({ deps, input }) => deskProofs(deps, input))
  staffRoute(app, workloads, desk.info, ({ deps, input }) => deskProof(deps, input))
  staffRoute(app, workloads, desk.revoke, ({ deps, staff, input }) =>
    revokeProof(deps, staff, input),
  )
  staffRoute(app, workloads, desk.reissue, ({ deps, staff, input }) =>
    reissueProof(deps, staff, input),
  )
  staffRoute(
    app,
    workloads,
    desk.regulatorExport,
    ({ deps, staff, input }) => regulatorExport(deps, staff, input),
    { workload: 'export' },
  )
  staffRoute(app, workloads, desk.ledger, ({ deps, input }) => studentLedger(deps, input))
  staffRoute(app, workloads, desk.reverseRecord, ({ deps, staff, input }) =>
    reverseRecord(deps, staff, input),
  )
  staffRoute(app, workloads, desk.print, ({ deps, staff, input }) => printMany(deps, staff, input))
  staffRoute(app, workloads, desk.printState, ({ deps, staff, input }) =>
    printState(deps, staff, input),
  )
  route(app, workloads, calls.print_years, ({ deps, student, input }) =>
    printYears(deps, student, input),
  )
  publicFiles(app, workloads.learner)
}

/** What opens by an address alone: keys, the offline check, and papers behind signed links. */
function publicFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/.well-known/proof-keys.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(keySet(deps)),
  )
  app.get('/verify/offline', async (_request, reply) => {
    const { html, policy } = await offlinePage(deps)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .send(html)
  })
  app.get('/proofs/:id', async (request, reply) => {
    const link = pdfLink.safeParse(Object.assign({}, request.query, request.params))
    const paper = link.data ?? refuse('file.linkInvalid')
    return sendPdf(reply, await printProof(deps, paper, hungUp(reply)))
  })
  app.get('/proof-years/:id', async (request, reply) => {
    const link = yearsLink.safeParse(Object.assign({}, request.query, request.params))
    const papers = link.data ?? refuse('file.linkInvalid')
    return sendPdf(reply, await printYearsPdf(deps, papers, hungUp(reply)))
  })
  app.get('/proof-prints/:id', async (request, reply) => {
    const link = pdfLink.safeParse(Object.assign({}, request.query, request.params))
    const file = await printedFile(deps, link.data ?? refuse('file.linkInvalid'))
    reply.header('cache-control', 'private, no-store')
    return sendContent(deps.files, file, request, reply)
  })
}

function sendPdf(reply: FastifyReply, { pdf, name }: { pdf: Buffer; name: string }) {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header(
      'content-disposition',
      `inline; filename="proof.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(pdf)
}
