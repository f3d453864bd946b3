import { passwordMatches } from '../../../platform/auth/passwords.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findStaff, type StaffRow } from '../store/accounts.ts'
import { openGate, ownName, type Suspect } from './guard.ts'

/** As audit rows of a person's own account tell it. */
export function oneself(staff: StaffAtWork): Suspect {
  return { actor: staff.username, subject: staff.staffId, ip: staff.ip }
}

/**
 * The account of who asks, once their password was right. `field`: the input that holds it.
 * @throws Refusal staff.wrongPassword, staff.locked
 */
export async function checkOwnPassword(
  deps: Deps,
  staff: StaffAtWork,
  password: string,
  field: 'password' | 'oldPassword',
): Promise<StaffRow> {
  const gate = await openGate(deps, ownName(staff.staffId))
  const row = (await findStaff(deps.db, staff.staffId)) ?? refuse('common.unauthorized')
  if (!(await passwordMatches(row.passwordHash, password))) {
    await gate.failed('staff.passwordRefused', oneself(staff))
    return refuse('staff.wrongPassword', { fields: { [field]: '密码不正确' } })
  }
  await gate.passed()
  return row
}
