import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/staff-calls.ts'
import { findStaff } from '../store/accounts.ts'
import { listNames, listStaff } from '../store/list.ts'
import { allRoles, permissionsOf, rolesOf, rolesOfEach } from '../store/roles.ts'
import { knownPermissions, toRole, totpState } from '../view.ts'

/** The account of who asks. */
export function readMe(deps: Deps, staff: StaffActor) {
  return describeMe(deps, staff.staffId)
}

/** An account as its owner sees it. */
export async function describeMe(deps: Deps, staffId: string) {
  const row = (await findStaff(deps.db, staffId)) ?? refuse('common.unauthorized')
  const roles = await rolesOf(deps.db, staffId)
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    roles: roles.map(toRole),
    permissions: knownPermissions(await permissionsOf(deps.db, staffId)),
    totp: totpState(row.totpSecret !== null, roles, deps.env.production),
    mustChangePassword: row.mustChangePassword,
    idleSeconds: await deps.settings.get('staff.idleSeconds'),
  }
}

/** One page of all accounts. */
export async function deskStaff(deps: Deps, query: Paging & { keyword?: string | undefined }) {
  const { list, ...page } = await listStaff(deps.db, query)
  const held = await rolesOfEach(
    deps.db,
    list.map(({ id }) => id),
  )
  const shown = list.map(({ disabledAt, hasTotp, ...row }) => {
    const roles = held.get(row.id) ?? []
    return {
      ...row,
      roles: roles.map(toRole),
      totp: totpState(hasTotp, roles, deps.env.production),
      disabled: disabledAt !== null,
    }
  })
  return { list: shown, ...page }
}

/** Every role and what it may do. */
export async function listRoles(deps: Deps) {
  const roles = await allRoles(deps.db)
  return roles.map((role) => ({ ...role, permissions: knownPermissions(role.permissions) }))
}

/** What everybody at the desks is called: rows name who wrote them by their username. */
export function readNames({ db }: Deps) {
  return listNames(db)
}
