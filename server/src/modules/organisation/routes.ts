import { employerBase, employerCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { deviceOf } from '../../platform/auth/known-device.ts'
import { employerRoute } from '../../platform/employer-calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { createOrganisation, resetOrganisation, updateOrganisation } from './service/desk.ts'
import { describeMe, deskOrganisations } from './service/lists.ts'
import { login, logout } from './service/login.ts'
import { changePassword } from './service/password.ts'

/** the calls that bring a device's cookie along */
const devicePath = `${employerBase}/organisation/v1`

export default function organisationRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = employerCalls.organisation
  employerRoute(app, workloads, calls.login, ({ deps, input, ip, userAgent, ...http }) =>
    login(deps, input, { ip, userAgent }, deviceOf(deps, devicePath, http)),
  )
  employerRoute(app, workloads, calls.logout, ({ deps, employer }) => logout(deps, employer))
  employerRoute(app, workloads, calls.me, async ({ employer }) => describeMe(employer))
  employerRoute(
    app,
    workloads,
    calls.changePassword,
    ({ deps, employer, input, ip, userAgent, ...http }) =>
      changePassword(deps, employer, input, { ip, userAgent }, deviceOf(deps, devicePath, http)),
  )
  const desk = staffCalls.organisation
  staffRoute(app, workloads, desk.list, ({ deps, input }) => deskOrganisations(deps, input))
  staffRoute(app, workloads, desk.create, ({ deps, staff, input }) =>
    createOrganisation(deps, staff, input),
  )
  staffRoute(app, workloads, desk.update, ({ deps, staff, input }) =>
    updateOrganisation(deps, staff, input),
  )
  staffRoute(app, workloads, desk.reset, ({ deps, staff, input }) =>
    resetOrganisation(deps, staff, input),
  )
}
