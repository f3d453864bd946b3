import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../../platform/calls.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { cancelOwnClosing, loadClosingState, requestClosing } from './service/closing.ts'
import { listOwnConsents, withdrawCameraConsent } from './service/consents.ts'
import { listOwnCorrectionRequests, requestCorrection, withdrawCorrection } from './service/corrections.ts'
import { decideCorrection, deskCorrection, deskCorrections } from './service/desk.ts'
import { listOwnDataCopies, requestDataCopy } from './service/exports.ts'

export default function privacyRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = clientCalls.privacy
  registerRoute(app, workloads, calls.consents, ({ deps, student }) => listOwnConsents(deps, student))
  registerRoute(app, workloads, calls.withdrawCamera, ({ deps, student, ip, userAgent }) =>
    withdrawCameraConsent(deps, student, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.exports, ({ deps, student }) => listOwnDataCopies(deps, student))
  registerRoute(app, workloads, calls.export, ({ deps, student, input, ip, userAgent }) =>
    requestDataCopy(deps, student, input, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.corrections, ({ deps, student }) => listOwnCorrectionRequests(deps, student))
  registerRoute(app, workloads, calls.correct, ({ deps, student, input }) => requestCorrection(deps, student, input))
  registerRoute(app, workloads, calls.withdrawCorrection, ({ deps, student, input }) =>
    withdrawCorrection(deps, student, input),
  )
  registerRoute(app, workloads, calls.closing, ({ deps, student }) => loadClosingState(deps, student))
  registerRoute(app, workloads, calls.close, ({ deps, student, input, ip, userAgent }) =>
    requestClosing(deps, student, input, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.keepAccount, ({ deps, student, ip, userAgent }) =>
    cancelOwnClosing(deps, student, { ip, userAgent }),
  )
  const desk = staffCalls.privacy
  registerStaffRoute(app, workloads, desk.corrections, ({ deps, input }) => deskCorrections(deps, input))
  registerStaffRoute(app, workloads, desk.correction, ({ deps, staff, input }) => deskCorrection(deps, staff, input))
  registerStaffRoute(app, workloads, desk.decideCorrection, ({ deps, staff, input }) =>
    decideCorrection(deps, staff, input),
  )
}
