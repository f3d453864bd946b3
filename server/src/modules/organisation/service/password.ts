import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import { passwordIsWeak } from '../../../platform/auth/password-strength.ts'
import { hashPassword, passwordMatches } from '../../../platform/auth/passwords.ts'
import { openOwnGate } from '../../../platform/auth/sign-in-gate.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/security-log.ts'
import { changeOrganisation, findOrganisation, lockOrganisation } from '../store.ts'
import { accountOf, lockingOf, writeDown } from './account.ts'

const wrong = { fields: { oldPassword: '密码不正确' } }

/** Changes the password of the employer that asks; its other sessions end. Asked again by the session that did it, it answers as before. */
export async function changePassword(
  deps: Deps,
  employer: EmployerAtWork,
  input: { oldPassword: string; newPassword: string },
  visitor: Visitor,
  device: Device,
): Promise<null> {
  const { organisationId: id, creditCode, tokenHash, ip } = employer
  const account = accountOf(creditCode)
  const gate = await openOwnGate(deps, {
    ...lockingOf(id, visitor),
    account,
    use: 'own password',
  })
  const row = (await findOrganisation(deps.db, id)) ?? refuse('common.unauthorized')
  if (!(await passwordMatches(row.passwordHash, input.oldPassword))) {
    const repeated =
      (await deps.organisationSessions.hasChangedPassword(deps.db, employer)) &&
      (await passwordMatches(row.passwordHash, input.newPassword))
    if (!repeated) {
      await gate.failed((tx) => writeDown(tx, id, visitor, 'organisation.passwordRefused'))
      return refuse('student.wrongPassword', wrong)
    }
    await gate.passed()
    await device.remember({ hash: account, passwordHash: row.passwordHash })
    return null
  }
  await gate.passed()
  if (input.newPassword === input.oldPassword)
    refuse('student.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (passwordIsWeak(input.newPassword, creditCode))
    refuse('student.weakPassword', { fields: { newPassword: '过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  const changed = await inTransaction(deps.db, async (tx) => {
    if ((await lockOrganisation(tx, id))?.passwordHash !== row.passwordHash) return false
    await changeOrganisation(tx, id, { passwordHash, mustChangePassword: false })
    await deps.organisationSessions.revoke(tx, id, { except: tokenHash })
    await audit(tx, {
      actor: actorOfEmployer(id),
      action: 'organisation.passwordChanged',
      subject: id,
      ip,
    })
    return true
  })
  // reset or changed meanwhile, and the old password opens nothing any more, or changed by this same call
  if (!changed) return changePassword(deps, employer, input, visitor, device)
  await device.remember({ hash: account, passwordHash })
  return null
}
