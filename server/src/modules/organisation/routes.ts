import { employerCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { employerRoute } from '../../platform/employer-calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { createOrganisation, resetOrganisation, updateOrganisation } from './service/desk.ts'
import { describeMe, deskOrganisations } from './service/lists.ts'
import { login, logout } from './service/login.ts'
import { changePassword } from './service/password.ts'

export default function organisationRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = employerCalls.organisation
  employerRoute(app, deps, calls.login, ({ input, ip, userAgent }) =>
    login(deps, input, { ip, userAgent }),
  )
  employerRoute(app, deps, calls.logout, ({ employer }) => logout(deps, employer))
  employerRoute(app, deps, calls.me, async ({ employer }) => describeMe(employer))
  employerRoute(app, deps, calls.changePassword, ({ employer, input }) =>
    changePassword(deps, employer, input),
  )
  const desk = staffCalls.organisation
  staffRoute(app, deps, desk.list, ({ input }) => deskOrganisations(deps, input))
  staffRoute(app, deps, desk.create, ({ staff, input }) => createOrganisation(deps, staff, input))
  staffRoute(app, deps, desk.update, ({ staff, input }) => updateOrganisation(deps, staff, input))
  staffRoute(app, deps, desk.reset, ({ staff, input }) => resetOrganisation(deps, staff, input))
}
