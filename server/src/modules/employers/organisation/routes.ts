import { employerBase, employerCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { readSignInDevice } from '../../../platform/auth/known-device.ts'
import { registerEmployerRoute } from '../../../platform/employer-calls.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import {
  createOrganisation,
  deskOrganisations,
  resetOrganisationPassword,
  toEmployerSession,
  updateOrganisation,
} from './service/desk.ts'
import { changeOrganisationPassword, loginEmployer, logoutEmployer } from './service/login.ts'

/** Calls below this path need the device cookie. */
const devicePath = `${employerBase}/organisation/v1`

export default function organisationRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = employerCalls.organisation
  registerEmployerRoute(app, workloads, calls.login, ({ deps, input, ip, userAgent, ...http }) =>
    loginEmployer(deps, input, { ip, userAgent }, readSignInDevice(deps, devicePath, http)),
  )
  registerEmployerRoute(app, workloads, calls.logout, ({ deps, employer }) => logoutEmployer(deps, employer))
  registerEmployerRoute(app, workloads, calls.me, async ({ employer }) => toEmployerSession(employer))
  registerEmployerRoute(app, workloads, calls.changePassword, ({ deps, employer, input, ip, userAgent, ...http }) =>
    changeOrganisationPassword(deps, employer, input, { ip, userAgent }, readSignInDevice(deps, devicePath, http)),
  )
  const desk = staffCalls.organisation
  registerStaffRoute(app, workloads, desk.list, ({ deps, input }) => deskOrganisations(deps, input))
  registerStaffRoute(app, workloads, desk.create, ({ deps, staff, input }) => createOrganisation(deps, staff, input))
  registerStaffRoute(app, workloads, desk.update, ({ deps, staff, input }) => updateOrganisation(deps, staff, input))
  registerStaffRoute(app, workloads, desk.reset, ({ deps, staff, input }) =>
    resetOrganisationPassword(deps, staff, input),
  )
}
