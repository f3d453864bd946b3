import { isDeepStrictEqual } from 'node:util'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { isOneself } from '../policy.ts'
import { changeStaff, disableStaff, lockStaff } from '../store/accounts.ts'
import { countHolders, countRoles, rolesOf, setRoles } from '../store/roles.ts'
import { requireManager, superAdmin } from './manager.ts'

interface Account {
  name: string
  roles: string[]
  disabled: boolean
}

interface Change extends Account {
  id: string
  /** as it was read */
  before: Account
  reason: string
}

/**
 * Changes name and roles, disables or enables; in force from the next call on, whatever sessions are open.
 * @throws Refusal staff.notFound, staff.noSuchRole, staff.lastAdmin, staff.notYourself, staff.stale when somebody else was faster
 */
export async function updateStaff(deps: Deps, staff: StaffAtWork, input: Change) {
  if (isOneself(staff, input.id)) refuse('staff.notYourself')
  const [after, read] = [inOrder(input), inOrder(input.before)]
  const { name, roles, disabled } = after
  if ((await countRoles(deps.db, roles)) < roles.length) refuse('staff.noSuchRole')
  await inTransaction(deps.db, async (tx) => {
    await requireManager(tx, staff)
    const before = await describe(tx, input.id)
    // the same again changes nothing, and leaves no row that says it did
    if (isDeepStrictEqual(before, after)) return
    if (!isDeepStrictEqual(before, read)) refuse('staff.stale')
    await changeStaff(tx, input.id, { name, ...(disabled ? {} : enabled) })
    await setRoles(tx, input.id, roles)
    if (disabled) {
      await disableStaff(tx, input.id)
      await deps.staffSessions.revoke(tx, input.id)
    }
    if ((await countHolders(tx, superAdmin)) === 0) refuse('staff.lastAdmin')
    await auditStaff(tx, staff, 'staff.updated', input.id, {
      before,
      after,
      reason: input.reason,
    })
  })
  return {}
}

const enabled = { disabledAt: null }

async function describe(tx: Tx, id: string): Promise<Account> {
  const { name, disabledAt } = (await lockStaff(tx, id)) ?? refuse('staff.notFound')
  const roles = (await rolesOf(tx, id)).map(({ code }) => code)
  return inOrder({ name, roles, disabled: disabledAt !== null })
}

/** Alike however its roles were listed. */
function inOrder({ name, roles, disabled }: Account): Account {
  return { name, roles: [...new Set(roles)].sort(), disabled }
}
