import { auditStaff } from '../../../platform/audit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import { passwordIsWeak } from '../../../platform/auth/password-strength.ts'
import { hashPassword, passwordMatches } from '../../../platform/auth/passwords.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { changeStaff, lockStaff } from '../store/accounts.ts'
import { accountOf } from './guard.ts'
import { refuseOwnPassword, tryOwnPassword } from './own-password.ts'

/** Changes the password of who asks; their other sessions end. Asked again by the session that did it, it answers as before. */
export async function changePassword(
  deps: Deps,
  staff: StaffAtWork,
  input: { oldPassword: string; newPassword: string },
  device: Device,
): Promise<Record<string, never>> {
  const { row, gate, right } = await tryOwnPassword(deps, staff, input.oldPassword)
  const repeated =
    !right &&
    (await deps.staffSessions.hasChangedPassword(deps.db, staff)) &&
    (await passwordMatches(row.passwordHash, input.newPassword))
  if (!right && !repeated) return refuseOwnPassword(gate, staff, 'oldPassword')
  await gate.passed()
  if (repeated) {
    await device.remember({ hash: accountOf(row.username), passwordHash: row.passwordHash })
    return {}
  }
  if (input.newPassword === input.oldPassword)
    refuse('staff.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (passwordIsWeak(input.newPassword, staff.username))
    refuse('staff.weakPassword', { fields: { newPassword: '过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  const changed = await inTransaction(deps.db, async (tx) => {
    if ((await lockStaff(tx, row.id))?.passwordHash !== row.passwordHash) return false
    await changeStaff(tx, row.id, { passwordHash, mustChangePassword: false, totpPending: null })
    await deps.staffSessions.revoke(tx, row.id, { except: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.passwordChanged', staff.staffId)
    return true
  })
  // reset or changed meanwhile, and the old password opens nothing any more, or changed by this same call
  if (!changed) return changePassword(deps, staff, input, device)
  await device.remember({ hash: accountOf(row.username), passwordHash })
  return {}
}
