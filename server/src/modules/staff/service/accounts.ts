import { type Author, auditStaff } from '../../../platform/audit.ts'
import { oneTimePassword } from '../../../platform/auth/one-time-password.ts'
import { claimReset } from '../../../platform/auth/password-resets.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { clearAccount } from '../../../platform/db/lockout.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCode, isTaken } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { isOneself } from '../policy.ts'
import { addStaff } from '../service.ts'
import { changeStaff, lockStaff } from '../store/accounts.ts'
import { countRoles } from '../store/roles.ts'
import { accountOf } from './guard.ts'
import { requireManager } from './manager.ts'

interface NewAccount {
  username: string
  name: string
  roles: string[]
}

/** Makes an account with a one-time password, said once. @throws Refusal staff.usernameTaken, staff.noSuchRole */
export function createStaff(deps: Deps, staff: StaffAtWork, input: NewAccount) {
  return createAccount(deps, staff, input, (tx) => requireManager(tx, staff))
}

/** The same, for the command that makes the first administrator. `may`: looked at again with the write. */
export async function createAccount(
  deps: Deps,
  author: Author,
  input: NewAccount,
  may: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ id: string; password: string }> {
  const roles = [...new Set(input.roles)]
  if ((await countRoles(deps.db, roles)) < roles.length) refuse('staff.noSuchRole')
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  const id = await inTransaction(deps.db, async (tx) => {
    await may(tx)
    return addStaff(tx, author, { ...input, roles, passwordHash, mustChangePassword: true })
  }).catch((error: unknown) => {
    throw isTaken(error) || isReserved(error)
      ? new Refusal('staff.usernameTaken', { fields: { username: '这个用户名已被使用，请换一个' } })
      : error
  })
  return { id, password }
}

/** `system` is the one name that is nobody's: a check of the table says so. */
function isReserved(error: unknown): boolean {
  return errorCode(error) === '23514'
}

/**
 * Gives an account a new one-time password, and takes its one-time code away when asked; its sessions end, and a lock
 * from failed attempts opens: the new password is to let the person in.
 * @throws Refusal staff.notFound, staff.notYourself, common.passwordGiven for a repeat
 */
export async function resetStaff(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; key: string; totp: boolean; reason: string },
) {
  if (isOneself(staff, input.id)) refuse('staff.notYourself')
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (tx) => {
    await requireManager(tx, staff)
    const row = (await lockStaff(tx, input.id)) ?? refuse('staff.notFound')
    await claimReset(tx, { key: input.key, subject: input.id, by: staff.staffId })
    await changeStaff(tx, input.id, {
      passwordHash,
      mustChangePassword: true,
      totpPending: null,
      ...(input.totp ? { totpSecret: null } : {}),
    })
    await deps.staffSessions.revoke(tx, input.id)
    await clearAccount(tx, accountOf(row.username))
    await auditStaff(tx, staff, 'staff.reset', input.id, {
      totpRemoved: input.totp,
      reason: input.reason,
    })
  })
  return { password }
}
