import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { askToClose, closingState, keepAccount } from './service/closing.ts'
import { myConsents, withdrawCamera } from './service/consents.ts'
import { askCorrection, myCorrections, withdrawCorrection } from './service/corrections.ts'
import { decideCorrection, deskCorrection, deskCorrections } from './service/desk.ts'
import { askExport, myExports } from './service/exports.ts'

export default function privacyRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = clientCalls.privacy
  route(app, workloads, calls.consents, ({ deps, student }) => myConsents(deps, student))
  route(app, workloads, calls.withdrawCamera, ({ deps, student, ip, userAgent }) =>
    withdrawCamera(deps, student, { ip, userAgent }),
  )
  route(app, workloads, calls.exports, ({ deps, student }) => myExports(deps, student))
  route(app, workloads, calls.export, ({ deps, student, input, ip, userAgent }) =>
    askExport(deps, student, input, { ip, userAgent }),
  )
  route(app, workloads, calls.corrections, ({ deps, student }) => myCorrections(deps, student))
  route(app, workloads, calls.correct, ({ deps, student, input }) =>
    askCorrection(deps, student, input),
  )
  route(app, workloads, calls.withdrawCorrection, ({ deps, student, input }) =>
    withdrawCorrection(deps, student, input),
  )
  route(app, workloads, calls.closing, ({ deps, student }) => closingState(deps, student))
  route(app, workloads, calls.close, ({ deps, student, input, ip, userAgent }) =>
    askToClose(deps, student, input, { ip, userAgent }),
  )
  route(app, workloads, calls.keepAccount, ({ deps, student, ip, userAgent }) =>
    keepAccount(deps, student, { ip, userAgent }),
  )
  const desk = staffCalls.privacy
  staffRoute(app, workloads, desk.corrections, ({ deps, input }) => deskCorrections(deps, input))
  staffRoute(app, workloads, desk.correction, ({ deps, staff, input }) =>
    deskCorrection(deps, staff, input),
  )
  staffRoute(app, workloads, desk.decideCorrection, ({ deps, staff, input }) =>
    decideCorrection(deps, staff, input),
  )
}
