import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import { passwordMatches } from '../../../platform/auth/passwords.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { strangerEvent, type Visitor } from '../../../platform/security-log.ts'
import { openGate } from '../../student/service.ts'
import { findByCode, lockOrganisation } from '../store.ts'
import { gateOf } from './account.ts'

interface Credentials {
  creditCode: string
  password: string
  challenge?: string | undefined
}

/** Signs in, through the same gate as students: lockout and challenge. Unknown, disabled and wrong password answer alike. */
export async function login(deps: Deps, input: Credentials, visitor: Visitor) {
  const { creditCode, password, challenge } = input
  const { ip } = visitor
  const gate = await openGate(deps, { account: gateOf(creditCode), challenge, challenged: true })
  const row = await findByCode(deps.db, creditCode)
  const matches = await passwordMatches(row?.passwordHash, password)
  const badCredentials = async () => {
    const action = 'organisation.loginFailed'
    if (row) await audit(deps.db, { actor: actorOfEmployer(row.id), action, subject: row.id, ip })
    else await strangerEvent(deps.db, visitor, action)
    return refuse('student.badCredentials')
  }
  if (!matches || !row || row.disabledAt) return badCredentials()
  const token = await inTransaction(deps.db, async (tx) => {
    const now = await lockOrganisation(tx, row.id)
    // changed while we compared: this session would outlive the change that ends all others
    if (now?.passwordHash !== row.passwordHash || now.disabledAt) return null
    const actor = actorOfEmployer(row.id)
    await audit(tx, { actor, action: 'organisation.loggedIn', subject: row.id, ip })
    return deps.organisationSessions.issue(tx, row.id)
  })
  if (!token) return badCredentials()
  await gate.passed()
  const { id, name, mustChangePassword } = row
  return { token, organisation: { id, name, creditCode, mustChangePassword } }
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
