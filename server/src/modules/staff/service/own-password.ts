import { passwordMatches } from '../../../platform/auth/passwords.ts'
import type { Gate } from '../../../platform/auth/sign-in-gate.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findStaff, type StaffRow } from '../store/accounts.ts'
import { oneself, openStaffGate, writeDown } from './guard.ts'

/** The account of who asks, and whether this is its password; the attempt counts until its gate hears otherwise. @throws Refusal staff.locked */
export async function tryOwnPassword(
  deps: Deps,
  staff: StaffAtWork,
  password: string,
): Promise<{ row: StaffRow; gate: Gate; right: boolean }> {
  const gate = await openStaffGate(deps, staff, 'own password')
  const row = (await findStaff(deps.db, staff.staffId)) ?? refuse('common.unauthorized')
  return { row, gate, right: await passwordMatches(row.passwordHash, password) }
}

/** It was wrong, and stays counted. `field`: the input that holds it. @throws Refusal staff.wrongPassword */
export async function refuseOwnPassword(
  gate: Gate,
  staff: StaffAtWork,
  field: 'password' | 'oldPassword',
): Promise<never> {
  await gate.failed((tx) => writeDown(tx, oneself(staff), 'staff.passwordRefused'))
  return refuse('staff.wrongPassword', { fields: { [field]: '密码不正确' } })
}

/**
 * The account of who asks, once their password was right.
 * @throws Refusal staff.wrongPassword, staff.locked
 */
export async function checkOwnPassword(
  deps: Deps,
  staff: StaffAtWork,
  password: string,
): Promise<StaffRow> {
  const { row, gate, right } = await tryOwnPassword(deps, staff, password)
  if (!right) return refuseOwnPassword(gate, staff, 'password')
  await gate.passed()
  return row
}
