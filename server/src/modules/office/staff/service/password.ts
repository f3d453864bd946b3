import { auditStaff } from '../../../../platform/audit.ts'
import type { SignInDevice } from '../../../../platform/auth/known-device.ts'
import { hashPassword, isWeakPassword, verifyPassword } from '../../../../platform/auth/passwords.ts'
import type { SignInAttempt } from '../../../../platform/auth/sign-in-gate.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findStaff, lockStaff, type StaffRow, updateStaffColumns } from '../store/accounts.ts'
import { guardStaffCheck, lockoutKeyOfStaff, recordStaffSignInEvent, toStaffSuspect } from './accounts.ts'

/** Ends other sessions. A repeated call of the same session gets the first response. */
export async function changeOwnStaffPassword(
  deps: Deps,
  staff: StaffAtWork,
  input: { oldPassword: string; newPassword: string },
  device: SignInDevice,
): Promise<Record<string, never>> {
  const { row, gate, right } = await tryOwnPassword(deps, staff, input.oldPassword)
  const repeated =
    !right &&
    (await deps.staffSessions.hasChangedPassword(deps.db, row.id, staff.tokenHash)) &&
    (await verifyPassword(row.passwordHash, input.newPassword))
  if (!right && !repeated) return refuseOwnPassword(gate, staff, 'oldPassword')
  await gate.passed()
  if (repeated) {
    await device.remember({ hash: lockoutKeyOfStaff(row.username), passwordHash: row.passwordHash })
    return {}
  }
  if (input.newPassword === input.oldPassword)
    refuse('staff.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (isWeakPassword(input.newPassword, staff.username))
    refuse('staff.weakPassword', { fields: { newPassword: '过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  const changed = await inTransaction(deps.db, async (tx) => {
    if ((await lockStaff(tx, row.id))?.passwordHash !== row.passwordHash) return false
    await updateStaffColumns(tx, row.id, { passwordHash, mustChangePassword: false, totpPending: null })
    await deps.staffSessions.revoke(tx, row.id, { except: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.passwordChanged', staff.staffId)
    return true
  })
  // Another request changed the password meanwhile, so the entered one is checked against the new one.
  if (!changed) return changeOwnStaffPassword(deps, staff, input, device)
  await device.remember({ hash: lockoutKeyOfStaff(row.username), passwordHash })
  return {}
}

/** The check counts as failed until `gate.passed()` is called. @throws Refusal staff.locked. */
async function tryOwnPassword(
  deps: Deps,
  staff: StaffAtWork,
  password: string,
): Promise<{ row: StaffRow; gate: SignInAttempt; right: boolean }> {
  const gate = await guardStaffCheck(deps, staff, 'own password')
  const row = (await findStaff(deps.db, staff.staffId)) ?? refuse('common.unauthorized')
  return { row, gate, right: await verifyPassword(row.passwordHash, password) }
}

/** `field` names the form field that gets the error. @throws Refusal staff.wrongPassword. */
async function refuseOwnPassword(
  gate: SignInAttempt,
  staff: StaffAtWork,
  field: 'password' | 'oldPassword',
): Promise<never> {
  await gate.failed((tx) => recordStaffSignInEvent(tx, toStaffSuspect(staff), 'staff.passwordRefused'))
  return refuse('staff.wrongPassword', { fields: { [field]: '密码不正确' } })
}

/** @throws Refusal staff.wrongPassword, staff.locked. */
export async function requireOwnStaffPassword(deps: Deps, staff: StaffAtWork, password: string): Promise<StaffRow> {
  const { row, gate, right } = await tryOwnPassword(deps, staff, password)
  if (!right) return refuseOwnPassword(gate, staff, 'password')
  await gate.passed()
  return row
}
