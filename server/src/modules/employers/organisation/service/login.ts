import { audit, employerActorName } from '../../../../platform/audit.ts'
import type { SignInDevice } from '../../../../platform/auth/known-device.ts'
import { hashPassword, isWeakPassword, verifyPassword } from '../../../../platform/auth/passwords.ts'
import { guardOwnPassword, guardSignIn } from '../../../../platform/auth/sign-in-gate.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmployerCaller } from '../../../../platform/employer-calls.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { Visitor } from '../../../../platform/security-log.ts'
import { findOrganisation, findOrganisationByCode, lockOrganisation, setOrganisationColumns } from '../store.ts'
import { employerLockEvents, lockoutKeyOfEmployer, recordEmployerSignInEvent } from './desk.ts'

const wrong = { fields: { oldPassword: '密码不正确' } }

interface Credentials {
  creditCode: string
  password: string
  challenge?: string | undefined
}

/**
 * Signs an employer in; too many failures lead to a challenge or a lockout. An unknown code, a disabled employer and a
 * wrong password get the same response.
 */
export async function loginEmployer(deps: Deps, input: Credentials, visitor: Visitor, device: SignInDevice) {
  const { creditCode, password, challenge } = input
  const row = await findOrganisationByCode(deps.db, creditCode)
  const id = row?.id ?? null
  const account = lockoutKeyOfEmployer(creditCode)
  const gate = await guardSignIn(deps, {
    ...employerLockEvents(id, visitor),
    account,
    passwordHash: row?.passwordHash,
    device,
    visitor,
    challenge,
  })
  const matches = await verifyPassword(row?.passwordHash, password)
  const badCredentials = async () => {
    await gate.failed((tx) => recordEmployerSignInEvent(tx, id, visitor, 'organisation.loginFailed'))
    return refuse('student.badCredentials')
  }
  if (!matches || !row || row.disabledAt) return badCredentials()
  const token = await inTransaction(deps.db, async (tx) => {
    const now = await lockOrganisation(tx, row.id)
    // Start no session when the password was changed or the employer was disabled during the sign-in.
    if (now?.passwordHash !== row.passwordHash || now.disabledAt) return null
    await recordEmployerSignInEvent(tx, row.id, visitor, 'organisation.loggedIn')
    return deps.organisationSessions.issue(tx, row.id)
  })
  if (!token) return badCredentials()
  await gate.passed()
  await device.remember({ hash: account, passwordHash: row.passwordHash })
  const { name, mustChangePassword } = row
  return { token, organisation: { id: row.id, name, creditCode, mustChangePassword } }
}

/** Signing out is effective in every process at once. */
export async function logoutEmployer(deps: Deps, employer: EmployerCaller) {
  const { organisationId: subject, tokenHash, ip } = employer
  await inTransaction(deps.db, async (tx) => {
    await deps.organisationSessions.revoke(tx, subject, { only: tokenHash })
    await audit(tx, {
      actor: employerActorName(subject),
      action: 'organisation.loggedOut',
      subject,
      ip,
    })
  })
  return null
}

/** Ends the employer's other sessions. A repeated request of the same session gets the first response. */
export async function changeOrganisationPassword(
  deps: Deps,
  employer: EmployerCaller,
  input: { oldPassword: string; newPassword: string },
  visitor: Visitor,
  device: SignInDevice,
): Promise<null> {
  const { organisationId: id, creditCode, tokenHash, ip } = employer
  const account = lockoutKeyOfEmployer(creditCode)
  const gate = await guardOwnPassword(deps, {
    ...employerLockEvents(id, visitor),
    account,
    use: 'own password',
  })
  const row = (await findOrganisation(deps.db, id)) ?? refuse('common.unauthorized')
  if (!(await verifyPassword(row.passwordHash, input.oldPassword))) {
    const repeated =
      (await deps.organisationSessions.hasChangedPassword(deps.db, id, tokenHash)) &&
      (await verifyPassword(row.passwordHash, input.newPassword))
    if (!repeated) {
      await gate.failed((tx) => recordEmployerSignInEvent(tx, id, visitor, 'organisation.passwordRefused'))
      return refuse('student.wrongPassword', wrong)
    }
    await gate.passed()
    await device.remember({ hash: account, passwordHash: row.passwordHash })
    return null
  }
  await gate.passed()
  if (input.newPassword === input.oldPassword)
    refuse('student.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (isWeakPassword(input.newPassword, creditCode))
    refuse('student.weakPassword', { fields: { newPassword: '过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  const changed = await inTransaction(deps.db, async (tx) => {
    if ((await lockOrganisation(tx, id))?.passwordHash !== row.passwordHash) return false
    await setOrganisationColumns(tx, id, { passwordHash, mustChangePassword: false })
    await deps.organisationSessions.revoke(tx, id, { except: tokenHash })
    await audit(tx, {
      actor: employerActorName(id),
      action: 'organisation.passwordChanged',
      subject: id,
      ip,
    })
    return true
  })
  // Another request has changed the password in the meantime, so check the given old password again.
  if (!changed) return changeOrganisationPassword(deps, employer, input, visitor, device)
  await device.remember({ hash: account, passwordHash })
  return null
}
