import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { askToClose, closingState, keepAccount } from './service/closing.ts'
import { myConsents, withdrawCamera } from './service/consents.ts'
import { askCorrection, myCorrections, withdrawCorrection } from './service/corrections.ts'
import { decideCorrection, deskCorrection, deskCorrections } from './service/desk.ts'
import { askExport, myExports } from './service/exports.ts'

export default function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = clientCalls.privacy
  route(app, deps, calls.consents, ({ student }) => myConsents(deps, student))
  route(app, deps, calls.withdrawCamera, ({ student, ip, userAgent }) =>
    withdrawCamera(deps, student, { ip, userAgent }),
  )
  route(app, deps, calls.exports, ({ student }) => myExports(deps, student))
  route(app, deps, calls.export, ({ student, input, ip, userAgent }) =>
    askExport(deps, student, input, { ip, userAgent }),
  )
  route(app, deps, calls.corrections, ({ student }) => myCorrections(deps, student))
  route(app, deps, calls.correct, ({ student, input }) => askCorrection(deps, student, input))
  route(app, deps, calls.withdrawCorrection, ({ student, input }) =>
    withdrawCorrection(deps, student, input),
  )
  route(app, deps, calls.closing, ({ student }) => closingState(deps, student))
  route(app, deps, calls.close, ({ student, input, ip, userAgent }) =>
    askToClose(deps, student, input, { ip, userAgent }),
  )
  route(app, deps, calls.keepAccount, ({ student, ip, userAgent }) =>
    keepAccount(deps, student, { ip, userAgent }),
  )
  const desk = staffCalls.privacy
  staffRoute(app, deps, desk.corrections, ({ input }) => deskCorrections(deps, input))
  staffRoute(app, deps, desk.correction, ({ staff, input }) => deskCorrection(deps, staff, input))
  staffRoute(app, deps, desk.decideCorrection, ({ staff, input }) =>
    decideCorrection(deps, staff, input),
  )
}
