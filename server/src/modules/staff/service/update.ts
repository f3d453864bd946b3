import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { isOneself } from '../policy.ts'
import { changeStaff, disableStaff, lockStaff } from '../store/accounts.ts'
import { countHolders, countRoles, rolesOf, setRoles } from '../store/roles.ts'
import { requireManager, superAdmin } from './manager.ts'

interface Change {
  id: string
  name: string
  roles: string[]
  disabled: boolean
  reason: string
}

/**
 * Changes name and roles, disables or enables; in force from the next call on, whatever sessions are open.
 * @throws Refusal staff.notFound, staff.noSuchRole, staff.lastAdmin, staff.notYourself
 */
export async function updateStaff(deps: Deps, staff: StaffAtWork, input: Change) {
  if (isOneself(staff, input.id)) refuse('staff.notYourself')
  const roles = [...new Set(input.roles)].sort()
  if ((await countRoles(deps.db, roles)) < roles.length) refuse('staff.noSuchRole')
  await inTransaction(deps.db, async (tx) => {
    await requireManager(tx, staff)
    const before = await describe(tx, input.id)
    const after = { name: input.name, roles, disabled: input.disabled }
    // the same again changes nothing, and leaves no row that says it did
    if (JSON.stringify(before) === JSON.stringify(after)) return
    await changeStaff(tx, input.id, { name: input.name, ...(input.disabled ? {} : enabled) })
    await setRoles(tx, input.id, roles)
    if (input.disabled) {
      await disableStaff(tx, input.id)
      await deps.staffSessions.revoke(tx, input.id)
    }
    if ((await countHolders(tx, superAdmin)) === 0) refuse('staff.lastAdmin')
    await audit(tx, {
      actor: staff.username,
      action: 'staff.updated',
      subject: input.id,
      ip: staff.ip,
      detail: { before, after, reason: input.reason },
    })
  })
  return {}
}

const enabled = { disabledAt: null }

async function describe(tx: Tx, id: string) {
  const row = (await lockStaff(tx, id)) ?? refuse('staff.notFound')
  const roles = (await rolesOf(tx, id)).map(({ code }) => code).sort()
  return { name: row.name, roles, disabled: row.disabledAt !== null }
}
