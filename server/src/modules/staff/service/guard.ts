import { createHash } from 'node:crypto'
import { type AuditEntry, audit } from '../../../platform/audit.ts'
import { lockRule } from '../../../platform/auth/lock-rule.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { strangerEvent, type Visitor } from '../../../platform/security-log.ts'
import {
  addFailure,
  clearFailures,
  forgetFailures,
  lockedSeconds,
  lockName,
  takeBackFailure,
} from '../store/failures.ts'

/** Whose failure it is. */
export interface Suspect {
  actor: string
  subject: string
  ip: string
}

export interface Gate {
  /** the attempt was right: all failures are forgotten */
  passed(): Promise<void>
  /** the attempt was neither right nor wrong: it does not count */
  excused(): Promise<void>
  /** the attempt was wrong: it stays counted and is written down, and that it locked, too */
  failed(action: AuditEntry['action'], suspect: Suspect | Visitor): Promise<void>
}

/**
 * The gate before any password or code: five failures in 15 minutes lock the name for 15, known or not. The attempt
 * counts as a failure from here on, under a lock, so that guesses made all at once are not free.
 * @throws Refusal staff.locked
 */
export async function openGate(deps: Deps, name: string): Promise<Gate> {
  const { db } = deps
  const rule = await lockRule(deps.settings)
  const key = keyOf(name)
  const attempt = await inTransaction(db, async (tx) => {
    await lockName(tx, key)
    const seconds = await lockedSeconds(tx, key, rule)
    if (seconds > 0) refuse('staff.locked', { minutes: Math.ceil(seconds / 60) })
    const id = await addFailure(tx, key)
    return { id, locks: (await lockedSeconds(tx, key, rule)) > 0 }
  })
  return {
    passed: () => clearFailures(db, key),
    excused: () => takeBackFailure(db, attempt.id),
    failed: (action, suspect) =>
      inTransaction(db, async (tx) => {
        await tell(tx, suspect, action)
        if (attempt.locks) await tell(tx, suspect, 'staff.locked')
      }),
  }
}

function tell(tx: Tx, suspect: Suspect | Visitor, action: AuditEntry['action']): Promise<void> {
  return 'actor' in suspect ? audit(tx, { ...suspect, action }) : strangerEvent(tx, suspect, action)
}

/** what the table knows a name by */
function keyOf(name: string): Buffer {
  return createHash('sha256').update(`staff\n${name}`).digest()
}

/** Forgets an account's failures, at the sign-in and in its own checks. */
export async function openLocks(tx: Tx, account: { id: string; username: string }): Promise<void> {
  for (const name of [account.username, ownName(account.id), codeName(account.id)]) {
    // an attempt under way writes its failure before or after, never in between
    await lockName(tx, keyOf(name))
    await clearFailures(tx, keyOf(name))
  }
}

/** A signed-in person's own checks are counted under a name that no login can submit: NUL is refused at the door. */
export function ownName(staffId: string): string {
  return `own\0${staffId}`
}

/** Codes of a signed-in person: not forgotten because the password beside them was right. */
export function codeName(staffId: string): string {
  return `code\0${staffId}`
}

/** A job: failures that no longer count towards a lock are forgotten; the audit log keeps its own record. */
export async function forgetOldFailures(deps: Deps): Promise<void> {
  await forgetFailures(deps.db, await deps.settings.get('login.windowSeconds'))
}
