import { auditStaff } from '../../../platform/audit.ts'
import { passwordIsWeak } from '../../../platform/auth/password-strength.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { changeStaff, lockStaff } from '../store/accounts.ts'
import { checkOwnPassword } from './own-password.ts'

/** Changes the password of who asks; their other sessions end. */
export async function changePassword(
  deps: Deps,
  staff: StaffAtWork,
  input: { oldPassword: string; newPassword: string },
) {
  const row = await checkOwnPassword(deps, staff, input.oldPassword, 'oldPassword')
  if (input.newPassword === input.oldPassword)
    refuse('staff.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (passwordIsWeak(input.newPassword, staff.username))
    refuse('staff.weakPassword', { fields: { newPassword: '过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  await inTransaction(deps.db, async (tx) => {
    // changed by another session, or reset, meanwhile: the old password opens nothing any more
    if ((await lockStaff(tx, row.id))?.passwordHash !== row.passwordHash)
      refuse('staff.wrongPassword', { fields: { oldPassword: '密码不正确' } })
    await changeStaff(tx, row.id, { passwordHash, mustChangePassword: false, totpPending: null })
    await deps.staffSessions.revoke(tx, row.id, { except: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.passwordChanged', staff.staffId)
  })
  return {}
}
