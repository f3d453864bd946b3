import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { createStaff, resetStaff } from './service/accounts.ts'
import { deskStaff, listRoles, readMe, readNames } from './service/lists.ts'
import { login, logout } from './service/login.ts'
import { changePassword } from './service/password.ts'
import { beginTotp, confirmTotp, removeTotp } from './service/totp.ts'
import { updateStaff } from './service/update.ts'

const calls = staffCalls.staff

export default function staffRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, deps, calls.login, ({ input, ip, userAgent }) =>
    login(deps, input, { ip, userAgent }),
  )
  staffRoute(app, deps, calls.logout, ({ staff }) => logout(deps, staff))
  staffRoute(app, deps, calls.me, ({ staff }) => readMe(deps, staff))
  staffRoute(app, deps, calls.names, () => readNames(deps))
  staffRoute(app, deps, calls.changePassword, ({ staff, input }) =>
    changePassword(deps, staff, input),
  )
  staffRoute(app, deps, calls.totpBegin, ({ staff, input }) => beginTotp(deps, staff, input))
  staffRoute(app, deps, calls.totpConfirm, ({ staff, input }) => confirmTotp(deps, staff, input))
  staffRoute(app, deps, calls.totpRemove, ({ staff, input }) => removeTotp(deps, staff, input))
  staffRoute(app, deps, calls.staffList, ({ input }) => deskStaff(deps, input))
  staffRoute(app, deps, calls.roleList, () => listRoles(deps))
  staffRoute(app, deps, calls.createStaff, ({ staff, input }) => createStaff(deps, staff, input))
  staffRoute(app, deps, calls.updateStaff, ({ staff, input }) => updateStaff(deps, staff, input))
  staffRoute(app, deps, calls.resetStaff, ({ staff, input }) => resetStaff(deps, staff, input))
}
