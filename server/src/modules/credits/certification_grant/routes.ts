import { clientCalls, staffCalls, id as wireId } from '@ce/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { abortOnDisconnect } from '../../../platform/abort-on-disconnect.ts'
import { registerRoute } from '../../../platform/calls.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { sendStoredFile } from '../../../platform/files/send.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { deskProof, deskProofs, reissueProof, revokeProofInTransaction } from './service/desk.ts'
import { openPrintRunFile } from './service/draw-print.ts'
import { loadProofKeySet, renderOfflineVerificationPage } from './service/keys.ts'
import { deskStudentLedger, listPublicDailyRoots, loadLedgerPath, ownLedger, reverseRecord } from './service/ledger.ts'
import { createYearsPdfLink, openProofPdf, openYearsPdf } from './service/print.ts'
import { findOwnPrintRun, startPrintRun } from './service/print-many.ts'
import { loadProofInfo, queryProofYears } from './service/query.ts'
import { exportForRegulator } from './service/regulator-export.ts'
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

export default function certificationGrantRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.query, ({ deps, student, input }) => queryProofYears(deps, student, input))
  registerRoute(app, workloads, calls.info, ({ deps, student, input }) => loadProofInfo(deps, student, input))
  registerRoute(app, workloads, calls.verify, ({ deps, input }) => verifyProof(deps, input))
  registerRoute(app, workloads, calls.ledger, ({ deps, student, input }) => ownLedger(deps, student, input))
  registerRoute(app, workloads, calls.ledger_roots, ({ deps, input }) => listPublicDailyRoots(deps, input))
  registerRoute(app, workloads, calls.ledger_path, ({ deps, student }) => loadLedgerPath(deps, student))
  registerRoute(app, workloads, calls.keys, async ({ deps }) => loadProofKeySet(deps))
  registerStaffRoute(app, workloads, desk.list, ({ deps, input }) => deskProofs(deps, input))
  registerStaffRoute(app, workloads, desk.info, ({ deps, input }) => deskProof(deps, input))
  registerStaffRoute(app, workloads, desk.revoke, ({ deps, staff, input }) =>
    revokeProofInTransaction(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.reissue, ({ deps, staff, input }) => reissueProof(deps, staff, input))
  registerStaffRoute(
    app,
    workloads,
    desk.regulatorExport,
    ({ deps, staff, input }) => exportForRegulator(deps, staff, input),
    {
      workload: 'export',
    },
  )
  registerStaffRoute(app, workloads, desk.ledger, ({ deps, input }) => deskStudentLedger(deps, input))
  registerStaffRoute(app, workloads, desk.reverseRecord, ({ deps, staff, input }) => reverseRecord(deps, staff, input))
  registerStaffRoute(app, workloads, desk.print, ({ deps, staff, input }) => startPrintRun(deps, staff, input))
  registerStaffRoute(app, workloads, desk.printState, ({ deps, staff, input }) => findOwnPrintRun(deps, staff, input))
  registerRoute(app, workloads, calls.print_years, ({ deps, student, input }) =>
    createYearsPdfLink(deps, student, input),
  )
  publicFiles(app, workloads.learner)
}

function publicFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/.well-known/proof-keys.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(loadProofKeySet(deps)),
  )
  app.get('/verify/offline', async (_request, reply) => {
    const { html, policy } = await renderOfflineVerificationPage(deps)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .send(html)
  })
  app.get('/proofs/:id', async (request, reply) => {
    const link = pdfLink.safeParse(Object.assign({}, request.query, request.params))
    const paper = link.data ?? refuse('file.linkInvalid')
    return sendPdf(reply, await openProofPdf(deps, paper, abortOnDisconnect(reply)))
  })
  app.get('/proof-years/:id', async (request, reply) => {
    const link = yearsLink.safeParse(Object.assign({}, request.query, request.params))
    const papers = link.data ?? refuse('file.linkInvalid')
    return sendPdf(reply, await openYearsPdf(deps, papers, abortOnDisconnect(reply)))
  })
  app.get('/proof-prints/:id', async (request, reply) => {
    const link = pdfLink.safeParse(Object.assign({}, request.query, request.params))
    const file = await openPrintRunFile(deps, link.data ?? refuse('file.linkInvalid'))
    reply.header('cache-control', 'private, no-store')
    return sendStoredFile(deps.files, file, request, reply)
  })
}

function sendPdf(reply: FastifyReply, { pdf, name }: { pdf: Buffer; name: string }) {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="proof.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(pdf)
}
