import type { guardAddressLookups } from '../../../platform/auth/address-limit.ts'
import type { SignInDevice } from '../../../platform/auth/known-device.ts'
import { readAccountLockRule } from '../../../platform/auth/lock-rule.ts'
import { guardOwnPassword, guardSignIn, type SignInAttempt } from '../../../platform/auth/sign-in-gate.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  clearAccountFailures,
  hashOfAccount,
  readAccountLock,
  studentAccountKind,
} from '../../../platform/db/lockout.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { recordSecurityEvent, type Visitor } from '../../../platform/security-log.ts'
import type { StudentRow } from '../store.ts'

const events = { LOCKED: 'ACCOUNT_LOCKED', REFUSED: 'LOCKED_ATTEMPT' } as const

const locking = (studentId: string | null, client: Visitor) => ({
  locked: 'student.locked' as const,
  record: (db: Db, event: keyof typeof events) =>
    recordSecurityEvent(db, { ...client, studentId, event: events[event] }),
})

export function lockoutKeyOfStudent(studentId: string): Buffer {
  return hashOfAccount(studentAccountKind, studentId)
}

export function guardStudentSignIn(
  deps: Deps,
  row: Pick<StudentRow, 'id' | 'passwordHash'> | undefined,
  { account, challenge }: { account: string; challenge?: string | undefined },
  { client, device }: { client: Visitor; device: SignInDevice },
): Promise<SignInAttempt> {
  return guardSignIn(deps, {
    ...locking(row?.id ?? null, client),
    account: row ? lockoutKeyOfStudent(row.id) : hashOfAccount('name of no student', account),
    passwordHash: row?.passwordHash,
    device,
    visitor: client,
    challenge,
  })
}

export function guardStudentPassword(deps: Deps, studentId: string, client: Visitor): Promise<SignInAttempt> {
  const account = lockoutKeyOfStudent(studentId)
  return guardOwnPassword(deps, { ...locking(studentId, client), account, use: 'own password' })
}

/** Records the wrong password in the security log, because someone may be guessing it in a stolen session. */
export function refuseWrongPassword(gate: SignInAttempt, studentId: string, client: Visitor): Promise<void> {
  return gate.failed((tx) => recordSecurityEvent(tx, { ...client, studentId, event: 'PASSWORD_REFUSED' }))
}

/** A taken number counts as a failure of the network address, so that nobody can test lists of numbers. */
export async function countTakenNumbers<Result>(
  gate: Awaited<ReturnType<typeof guardAddressLookups>>,
  write: Promise<Result>,
): Promise<Result> {
  try {
    const result = await write
    await gate.excused()
    return result
  } catch (error) {
    await (error instanceof Refusal && takenKeys.has(error.key) ? gate.failed() : gate.excused())
    throw error
  }
}

const takenKeys = new Set<string>(['student.phoneTaken', 'student.idTaken', 'student.certificateTaken'])

export async function findStudentLock(deps: Deps, { id }: { id: string }) {
  return readAccountLock(deps.db, lockoutKeyOfStudent(id), await readAccountLockRule(deps.settings))
}

/** Deletes the failures counted for sign-ins, known devices and checks of the own password. */
export function removeStudentLocks(tx: Tx, { id }: { id: string }): Promise<void> {
  return clearAccountFailures(tx, lockoutKeyOfStudent(id))
}
