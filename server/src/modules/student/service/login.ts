import type { Device } from '../../../platform/auth/known-device.ts'
import { passwordMatches } from '../../../platform/auth/passwords.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maskPhone } from '../../../platform/masked-numbers.ts'
import { securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { findForSignIn, findGoingOn, lockPassword, setFirstSignIn } from '../store.ts'
import { toSessionUser } from '../view.ts'
import { accountOf, openGate } from './guard.ts'

/**
 * Signs in by phone or ID number. Unknown account and wrong password answer alike, in the same time. Whoever has the password of an account that
 * was merged is told which one goes on (decision 084). @throws Refusal student.badCredentials, student.merged, and those of the gate
 */
export async function login(
  deps: Deps,
  input: { account: string; password: string; challenge?: string | undefined },
  client: Visitor,
  device: Device,
) {
  const row = await findForSignIn(deps.db, input.account)
  const { account, challenge } = input
  const gate = await openGate(deps, row, { account, challenge }, { client, device })
  const badCredentials = async () => {
    await gate.failed((tx) =>
      securityEvent(tx, { ...client, studentId: row?.id ?? null, event: 'LOGIN_FAILED' }),
    )
    return refuse('student.badCredentials')
  }
  if (!(await passwordMatches(row?.passwordHash, input.password)) || !row) return badCredentials()
  if (row.closedAt) {
    const going = await findGoingOn(deps.db, row.id)
    if (!going) return badCredentials()
    await gate.passed()
    return refuse('student.merged', { phone: maskPhone(going.phone) })
  }
  const token = await inTransaction(deps.db, async (tx) => {
    // changed while we compared: this session would outlive the change that ends all others
    if ((await lockPassword(tx, row.id)) !== row.passwordHash) return null
    await securityEvent(tx, { ...client, studentId: row.id, event: 'LOGIN' })
    if (!row.firstSignedInAt) await setFirstSignIn(tx, row.id)
    return deps.sessions.issue(tx, row.id)
  })
  if (!token) return badCredentials()
  await gate.passed()
  await device.remember({ hash: accountOf(row.id), passwordHash: row.passwordHash })
  return { token, user: toSessionUser(deps.keys, row) }
}

/** Ends this session; on every process at once. The device stays known. */
export async function logout(deps: Deps, student: StudentActor, client: Visitor) {
  const ended = await inTransaction(deps.db, async (tx) => {
    const hashes = await deps.sessions.revoke(tx, student.studentId, { only: student.tokenHash })
    await securityEvent(tx, { ...client, studentId: student.studentId, event: 'LOGOUT' })
    return hashes
  })
  await deps.sessions.spread(ended)
  return {}
}
