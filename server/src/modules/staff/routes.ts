import { staffBase, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { deviceOf } from '../../platform/auth/known-device.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { createStaff, resetStaff } from './service/accounts.ts'
import { deskStaff, listRoles, readMe, readNames } from './service/lists.ts'
import { login, logout } from './service/login.ts'
import { changePassword } from './service/password.ts'
import { beginTotp, confirmTotp, removeTotp } from './service/totp.ts'
import { updateStaff } from './service/update.ts'

const calls = staffCalls.staff
/** the calls that bring a device's cookie along */
const devicePath = `${staffBase}/staff/v1`

export default function staffRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, calls.login, ({ deps, input, ip, userAgent, ...http }) =>
    login(deps, input, { ip, userAgent }, deviceOf(deps, devicePath, http)),
  )
  staffRoute(app, workloads, calls.logout, ({ deps, staff }) => logout(deps, staff))
  staffRoute(app, workloads, calls.me, ({ deps, staff }) => readMe(deps, staff))
  staffRoute(app, workloads, calls.names, ({ deps }) => readNames(deps))
  staffRoute(app, workloads, calls.changePassword, ({ deps, staff, input, ...http }) =>
    changePassword(deps, staff, input, deviceOf(deps, devicePath, http)),
  )
  staffRoute(app, workloads, calls.totpBegin, ({ deps, staff, input }) =>
    beginTotp(deps, staff, input),
  )
  staffRoute(app, workloads, calls.totpConfirm, ({ deps, staff, input }) =>
    confirmTotp(deps, staff, input),
  )
  staffRoute(app, workloads, calls.totpRemove, ({ deps, staff, input }) =>
    removeTotp(deps, staff, input),
  )
  staffRoute(app, workloads, calls.staffList, ({ deps, input }) => deskStaff(deps, input))
  staffRoute(app, workloads, calls.roleList, ({ deps }) => listRoles(deps))
  staffRoute(app, workloads, calls.createStaff, ({ deps, staff, input }) =>
    createStaff(deps, staff, input),
  )
  staffRoute(app, workloads, calls.updateStaff, ({ deps, staff, input }) =>
    updateStaff(deps, staff, input),
  )
  staffRoute(app, workloads, calls.resetStaff, ({ deps, staff, input }) =>
    resetStaff(deps, staff, input),
  )
}
