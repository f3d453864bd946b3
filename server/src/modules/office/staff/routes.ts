import { staffBase, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { readSignInDevice } from '../../../platform/auth/known-device.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { createStaff, resetStaffPassword, updateStaff } from './service/accounts.ts'
import { deskStaffAccounts, listRolesWithPermissions, listStaffNames, readOwnStaffAccount } from './service/lists.ts'
import { loginStaff, logoutStaff } from './service/login.ts'
import { changeOwnStaffPassword } from './service/password.ts'
import { confirmTotpSetup, removeTotp, startTotpSetup } from './service/totp.ts'

const calls = staffCalls.staff
/** Path of the device cookie: browsers send it only with calls below this path. */
const devicePath = `${staffBase}/staff/v1`

export default function staffRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerStaffRoute(app, workloads, calls.login, ({ deps, input, ip, userAgent, ...http }) =>
    loginStaff(deps, input, { ip, userAgent }, readSignInDevice(deps, devicePath, http)),
  )
  registerStaffRoute(app, workloads, calls.logout, ({ deps, staff }) => logoutStaff(deps, staff))
  registerStaffRoute(app, workloads, calls.me, ({ deps, staff }) => readOwnStaffAccount(deps, staff))
  registerStaffRoute(app, workloads, calls.names, ({ deps }) => listStaffNames(deps))
  registerStaffRoute(app, workloads, calls.changePassword, ({ deps, staff, input, ...http }) =>
    changeOwnStaffPassword(deps, staff, input, readSignInDevice(deps, devicePath, http)),
  )
  registerStaffRoute(app, workloads, calls.totpBegin, ({ deps, staff, input }) => startTotpSetup(deps, staff, input))
  registerStaffRoute(app, workloads, calls.totpConfirm, ({ deps, staff, input }) =>
    confirmTotpSetup(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.totpRemove, ({ deps, staff, input }) => removeTotp(deps, staff, input))
  registerStaffRoute(app, workloads, calls.staffList, ({ deps, input }) => deskStaffAccounts(deps, input))
  registerStaffRoute(app, workloads, calls.roleList, ({ deps }) => listRolesWithPermissions(deps))
  registerStaffRoute(app, workloads, calls.createStaff, ({ deps, staff, input }) => createStaff(deps, staff, input))
  registerStaffRoute(app, workloads, calls.updateStaff, ({ deps, staff, input }) => updateStaff(deps, staff, input))
  registerStaffRoute(app, workloads, calls.resetStaff, ({ deps, staff, input }) =>
    resetStaffPassword(deps, staff, input),
  )
}
