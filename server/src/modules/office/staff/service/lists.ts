import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffActor } from '../../../../platform/staff-calls.ts'
import { findStaff, listStaff, listUsernamesWithNames } from '../store/accounts.ts'
import { listAllRoles, listPermissionsOfStaff, listRolesOfStaff, listRolesOfStaffMembers } from '../store/roles.ts'
import { filterKnownPermissions, toRoleView, totpStateOf } from '../view.ts'

export function readOwnStaffAccount(deps: Deps, staff: StaffActor) {
  return describeOwnStaffAccount(deps, staff.staffId)
}

export async function describeOwnStaffAccount(deps: Deps, staffId: string) {
  const row = (await findStaff(deps.db, staffId)) ?? refuse('common.unauthorized')
  const roles = await listRolesOfStaff(deps.db, staffId)
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    roles: roles.map(toRoleView),
    permissions: filterKnownPermissions(await listPermissionsOfStaff(deps.db, staffId)),
    totp: totpStateOf(row.totpSecret !== null, roles, deps.env.production),
    mustChangePassword: row.mustChangePassword,
    idleSeconds: await deps.settings.get('staff.idleSeconds'),
  }
}

export async function deskStaffAccounts(deps: Deps, query: PageRequest & { keyword?: string | undefined }) {
  const { list, ...page } = await listStaff(deps.db, query)
  const held = await listRolesOfStaffMembers(
    deps.db,
    list.map(({ id }) => id),
  )
  const shown = list.map(({ disabledAt, hasTotp, ...row }) => {
    const roles = held.get(row.id) ?? []
    return {
      ...row,
      roles: roles.map(toRoleView),
      totp: totpStateOf(hasTotp, roles, deps.env.production),
      disabled: disabledAt !== null,
    }
  })
  return { list: shown, ...page }
}

export async function listRolesWithPermissions(deps: Deps) {
  const roles = await listAllRoles(deps.db)
  return roles.map((role) => ({ ...role, permissions: filterKnownPermissions(role.permissions) }))
}

/** Other rows store usernames, so pages need this list to show names. */
export function listStaffNames({ db }: Deps) {
  return listUsernamesWithNames(db)
}
