import type { openAddressGate } from '../../../platform/auth/address-limit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import { lockRule } from '../../../platform/auth/lock-rule.ts'
import { type Gate, openOwnGate, openSignInGate } from '../../../platform/auth/sign-in-gate.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  clearAccount,
  hashOfAccount,
  readAccountLock,
  studentAccount,
} from '../../../platform/db/lockout.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { securityEvent, type Visitor } from '../../../platform/security-log.ts'
import type { StudentRow } from '../store.ts'

const events = { LOCKED: 'ACCOUNT_LOCKED', REFUSED: 'LOCKED_ATTEMPT' } as const

const locking = (studentId: string | null, client: Visitor) => ({
  locked: 'student.locked' as const,
  record: (db: Db, event: keyof typeof events) =>
    securityEvent(db, { ...client, studentId, event: events[event] }),
})

/** What counters know a student by, whichever of their numbers was typed. */
export function accountOf(studentId: string): Buffer {
  return hashOfAccount(studentAccount, studentId)
}

/** The gate before a sign-in: of whoever has the name, or of a name that nobody has. See openSignInGate. */
export function openGate(
  deps: Deps,
  row: Pick<StudentRow, 'id' | 'passwordHash'> | undefined,
  { account, challenge }: { account: string; challenge?: string | undefined },
  { client, device }: { client: Visitor; device: Device },
): Promise<Gate> {
  return openSignInGate(deps, {
    ...locking(row?.id ?? null, client),
    account: row ? accountOf(row.id) : hashOfAccount('name of no student', account),
    passwordHash: row?.passwordHash,
    device,
    visitor: client,
    challenge,
  })
}

/** The gate before a signed-in student's own password. */
export function openPasswordGate(deps: Deps, studentId: string, client: Visitor): Promise<Gate> {
  const account = accountOf(studentId)
  return openOwnGate(deps, { ...locking(studentId, client), account, use: 'own password' })
}

/** It was wrong: a stolen session may be trying. */
export function refusedPassword(gate: Gate, studentId: string, client: Visitor): Promise<void> {
  return gate.failed((tx) => securityEvent(tx, { ...client, studentId, event: 'PASSWORD_REFUSED' }))
}

/** Waits for a write, and counts it at its address when it tells that a number is taken: nobody may try whole lists of them. */
export async function countTaken<Result>(
  gate: Awaited<ReturnType<typeof openAddressGate>>,
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

const takenKeys = new Set<string>([
  'student.phoneTaken',
  'student.idTaken',
  'student.certificateTaken',
])

/** How near a student's account is to a lock. */
export async function lockOf(deps: Deps, { id }: { id: string }) {
  return readAccountLock(deps.db, accountOf(id), await lockRule(deps.settings))
}

/** Forgets all failures at a student's account, those of each device and of the student's own checks, too: locks open. */
export function openLocks(tx: Tx, { id }: { id: string }): Promise<void> {
  return clearAccount(tx, accountOf(id))
}
