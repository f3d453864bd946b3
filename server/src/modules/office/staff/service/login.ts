import { audit, auditStaff } from '../../../../platform/audit.ts'
import type { SignInDevice } from '../../../../platform/auth/known-device.ts'
import { verifyPassword } from '../../../../platform/auth/passwords.ts'
import { guardSignIn, type SignInAttempt } from '../../../../platform/auth/sign-in-gate.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { Visitor } from '../../../../platform/security-log.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findStaffByUsername, lockStaff } from '../store/accounts.ts'
import { lockoutKeyOfStaff, recordStaffSignInEvent, type StaffSuspect, toStaffLockEvents } from './accounts.ts'
import { describeOwnStaffAccount } from './lists.ts'
import { spendTotpCode } from './totp.ts'

interface Credentials {
  username: string
  password: string
  code?: string | undefined
  challenge?: string | undefined
}

/** An unknown account, a disabled one and a wrong password get the same response after the same time. */
export async function loginStaff(deps: Deps, input: Credentials, visitor: Visitor, device: SignInDevice) {
  const username = input.username.normalize('NFKC').toLowerCase()
  const row = await findStaffByUsername(deps.db, username)
  const { ip } = visitor
  const suspect = row ? { actor: row.username, subject: row.id, ip } : visitor
  const account = lockoutKeyOfStaff(username)
  const gate = await guardSignIn(deps, {
    ...toStaffLockEvents(suspect),
    account,
    passwordHash: row?.passwordHash,
    device,
    visitor,
    challenge: input.challenge,
  })
  const matches = await verifyPassword(row?.passwordHash, input.password)
  if (!matches || !row || row.disabledAt) return badCredentials(gate, suspect)
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = await lockStaff(tx, row.id)
    // The password changed or the account was disabled since it was read, so the sign-in is refused.
    if (!now || now.passwordHash !== row.passwordHash || now.disabledAt) return 'badCredentials'
    if (now.totpSecret && !input.code) return 'codeNeeded'
    if (now.totpSecret && !(await spendTotpCode(tx, deps.keys, now, input.code ?? ''))) return 'badCode'
    await audit(tx, { actor: row.username, action: 'staff.loggedIn', subject: row.id, ip })
    return { token: await deps.staffSessions.issue(tx, row.id) }
  })
  if (outcome === 'badCredentials') return badCredentials(gate, suspect)
  if (outcome === 'codeNeeded') {
    await gate.excused()
    return refuse('staff.codeNeeded')
  }
  if (outcome === 'badCode') {
    await gate.failed((tx) => recordStaffSignInEvent(tx, suspect, 'staff.codeRefused'))
    return refuse('staff.badCode', { fields: { code: '不正确或已使用' } })
  }
  await gate.passed()
  await device.remember({ hash: account, passwordHash: row.passwordHash })
  return { token: outcome.token, staff: await describeOwnStaffAccount(deps, row.id) }
}

async function badCredentials(gate: SignInAttempt, suspect: StaffSuspect | Visitor): Promise<never> {
  await gate.failed((tx) => recordStaffSignInEvent(tx, suspect, 'staff.loginFailed'))
  return refuse('staff.badCredentials')
}

/** Signing out is effective in every process at once. */
export async function logoutStaff(deps: Deps, staff: StaffAtWork) {
  await inTransaction(deps.db, async (tx) => {
    await deps.staffSessions.revoke(tx, staff.staffId, { only: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.loggedOut', staff.staffId)
  })
  return {}
}
