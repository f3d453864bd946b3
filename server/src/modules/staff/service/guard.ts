import type { AuditAction } from '@ce/contract'
import { audit } from '../../../platform/audit.ts'
import { type Gate, openOwnGate } from '../../../platform/auth/sign-in-gate.ts'
import type { Db } from '../../../platform/db/database.ts'
import { hashOfAccount } from '../../../platform/db/lockout.ts'
import type { Deps } from '../../../platform/deps.ts'
import { strangerEvent, type Visitor } from '../../../platform/security-log.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'

/** Whose failure it is. */
export interface Suspect {
  actor: string
  subject: string
  ip: string
}

/** What counters know a member of staff by, whether or not there is one of this username. */
export function accountOf(username: string): Buffer {
  return hashOfAccount('staff', username)
}

const events = { LOCKED: 'staff.locked', REFUSED: 'staff.lockedAttempt' } as const

/** How locks are told and written down. */
export const lockingOf = (suspect: Suspect | Visitor) => ({
  locked: 'staff.locked' as const,
  record: (db: Db, event: keyof typeof events) => writeDown(db, suspect, events[event]),
})

/** What happened at a gate: of a known account in the audit log, else where rows are deleted in time. */
export function writeDown(db: Db, suspect: Suspect | Visitor, action: AuditAction): Promise<void> {
  return 'actor' in suspect ? audit(db, { ...suspect, action }) : strangerEvent(db, suspect, action)
}

/** As audit rows of a person's own account tell it. */
export function oneself(staff: StaffAtWork): Suspect {
  return { actor: staff.username, subject: staff.staffId, ip: staff.ip }
}

/** The gate before what a signed-in person proves once more; codes are not forgotten because the password beside them was right. */
export function openStaffGate(
  deps: Deps,
  staff: StaffAtWork,
  use: 'own password' | 'own code',
): Promise<Gate> {
  const account = accountOf(staff.username)
  return openOwnGate(deps, { ...lockingOf(oneself(staff)), account, use })
}
