import { audit, auditStaff } from '../../../platform/audit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import { passwordMatches } from '../../../platform/auth/passwords.ts'
import { type Gate, openSignInGate } from '../../../platform/auth/sign-in-gate.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/security-log.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findByUsername, lockStaff } from '../store/accounts.ts'
import { accountOf, lockingOf, type Suspect, writeDown } from './guard.ts'
import { describeMe } from './lists.ts'
import { spendCode } from './spend-code.ts'

interface Credentials {
  username: string
  password: string
  code?: string | undefined
  challenge?: string | undefined
}

/** Signs in. Unknown, disabled and wrong password answer alike, in the same time. */
export async function login(deps: Deps, input: Credentials, visitor: Visitor, device: Device) {
  const username = input.username.normalize('NFKC').toLowerCase()
  const row = await findByUsername(deps.db, username)
  const { ip } = visitor
  const suspect = row ? { actor: row.username, subject: row.id, ip } : visitor
  const account = accountOf(username)
  const gate = await openSignInGate(deps, {
    ...lockingOf(suspect),
    account,
    passwordHash: row?.passwordHash,
    device,
    visitor,
    challenge: input.challenge,
  })
  const matches = await passwordMatches(row?.passwordHash, input.password)
  if (!matches || !row || row.disabledAt) return badCredentials(gate, suspect)
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = await lockStaff(tx, row.id)
    // changed while we compared: this session would outlive the change that ends all others
    if (!now || now.passwordHash !== row.passwordHash || now.disabledAt) return 'badCredentials'
    if (now.totpSecret && !input.code) return 'codeNeeded'
    if (now.totpSecret && !(await spendCode(tx, deps.keys, now, input.code ?? ''))) return 'badCode'
    await audit(tx, { actor: row.username, action: 'staff.loggedIn', subject: row.id, ip })
    return { token: await deps.staffSessions.issue(tx, row.id) }
  })
  if (outcome === 'badCredentials') return badCredentials(gate, suspect)
  if (outcome === 'codeNeeded') {
    await gate.excused()
    return refuse('staff.codeNeeded')
  }
  if (outcome === 'badCode') {
    await gate.failed((tx) => writeDown(tx, suspect, 'staff.codeRefused'))
    return refuse('staff.badCode', { fields: { code: '不正确或已使用' } })
  }
  await gate.passed()
  await device.remember({ hash: account, passwordHash: row.passwordHash })
  return { token: outcome.token, staff: await describeMe(deps, row.id) }
}

async function badCredentials(gate: Gate, suspect: Suspect | Visitor): Promise<never> {
  await gate.failed((tx) => writeDown(tx, suspect, 'staff.loginFailed'))
  return refuse('staff.badCredentials')
}

/** Ends this session; on every process at once. */
export async function logout(deps: Deps, staff: StaffAtWork) {
  await inTransaction(deps.db, async (tx) => {
    await deps.staffSessions.revoke(tx, staff.staffId, { only: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.loggedOut', staff.staffId)
  })
  return {}
}
