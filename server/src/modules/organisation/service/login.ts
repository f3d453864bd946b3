import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import { passwordMatches } from '../../../platform/auth/passwords.ts'
import { openSignInGate } from '../../../platform/auth/sign-in-gate.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/security-log.ts'
import { findByCode, lockOrganisation } from '../store.ts'
import { accountOf, lockingOf, writeDown } from './account.ts'

interface Credentials {
  creditCode: string
  password: string
  challenge?: string | undefined
}

/** Signs in, through the same gate as students: lockout and challenge. Unknown, disabled and wrong password answer alike. */
export async function login(deps: Deps, input: Credentials, visitor: Visitor, device: Device) {
  const { creditCode, password, challenge } = input
  const row = await findByCode(deps.db, creditCode)
  const id = row?.id ?? null
  const account = accountOf(creditCode)
  const gate = await openSignInGate(deps, {
    ...lockingOf(id, visitor),
    account,
    passwordHash: row?.passwordHash,
    device,
    visitor,
    challenge,
  })
  const matches = await passwordMatches(row?.passwordHash, password)
  const badCredentials = async () => {
    await gate.failed((tx) => writeDown(tx, id, visitor, 'organisation.loginFailed'))
    return refuse('student.badCredentials')
  }
  if (!matches || !row || row.disabledAt) return badCredentials()
  const token = await inTransaction(deps.db, async (tx) => {
    const now = await lockOrganisation(tx, row.id)
    // changed while we compared: this session would outlive the change that ends all others
    if (now?.passwordHash !== row.passwordHash || now.disabledAt) return null
    await writeDown(tx, row.id, visitor, 'organisation.loggedIn')
    return deps.organisationSessions.issue(tx, row.id)
  })
  if (!token) return badCredentials()
  await gate.passed()
  await device.remember({ hash: account, passwordHash: row.passwordHash })
  const { name, mustChangePassword } = row
  return { token, organisation: { id: row.id, name, creditCode, mustChangePassword } }
}

/** Ends this session; on every process at once. */
export async function logout(deps: Deps, employer: EmployerAtWork) {
  const { organisationId: subject, tokenHash, ip } = employer
  await inTransaction(deps.db, async (tx) => {
    await deps.organisationSessions.revoke(tx, subject, { only: tokenHash })
    await audit(tx, {
      actor: actorOfEmployer(subject),
      action: 'organisation.loggedOut',
      subject,
      ip,
    })
  })
  return null
}
