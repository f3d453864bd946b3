import type { SignInDevice } from '../../../platform/auth/known-device.ts'
import { verifyPassword } from '../../../platform/auth/passwords.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maskPhone } from '../../../platform/masked-numbers.ts'
import { recordSecurityEvent, type Visitor } from '../../../platform/security-log.ts'
import { findStudentForSignIn, findSurvivingAccount, lockPasswordHash, setFirstSignIn } from '../store.ts'
import { toSessionUser } from '../view.ts'
import { guardStudentSignIn, lockoutKeyOfStudent } from './guard.ts'

/**
 * An unknown account and a wrong password get the same response after the same time. A student who signs in to a merged
 * account is told which account continues (decision 084).
 * @throws Refusal student.badCredentials, student.merged, and those for too many failures.
 */
export async function loginStudent(
  deps: Deps,
  input: { account: string; password: string; challenge?: string | undefined },
  client: Visitor,
  device: SignInDevice,
) {
  const row = await findStudentForSignIn(deps.db, input.account)
  const { account, challenge } = input
  const gate = await guardStudentSignIn(deps, row, { account, challenge }, { client, device })
  const badCredentials = async () => {
    await gate.failed((tx) => recordSecurityEvent(tx, { ...client, studentId: row?.id ?? null, event: 'LOGIN_FAILED' }))
    return refuse('student.badCredentials')
  }
  if (!(await verifyPassword(row?.passwordHash, input.password)) || !row) return badCredentials()
  if (row.closedAt) {
    const going = await findSurvivingAccount(deps.db, row.id)
    if (!going) return badCredentials()
    await gate.passed()
    return refuse('student.merged', { phone: maskPhone(going.phone) })
  }
  const token = await inTransaction(deps.db, async (tx) => {
    // The password changed since it was checked, so the sign-in is refused.
    if ((await lockPasswordHash(tx, row.id)) !== row.passwordHash) return null
    await recordSecurityEvent(tx, { ...client, studentId: row.id, event: 'LOGIN' })
    if (!row.firstSignedInAt) await setFirstSignIn(tx, row.id)
    return deps.sessions.issue(tx, row.id)
  })
  if (!token) return badCredentials()
  await gate.passed()
  await device.remember({ hash: lockoutKeyOfStudent(row.id), passwordHash: row.passwordHash })
  return { token, user: toSessionUser(deps.keys, row) }
}

/** The session ends in every process at once. The device stays a known one. */
export async function logoutStudent(deps: Deps, student: StudentActor, client: Visitor) {
  const ended = await inTransaction(deps.db, async (tx) => {
    const hashes = await deps.sessions.revoke(tx, student.studentId, { only: student.tokenHash })
    await recordSecurityEvent(tx, { ...client, studentId: student.studentId, event: 'LOGOUT' })
    return hashes
  })
  await deps.sessions.spread(ended)
  return {}
}
