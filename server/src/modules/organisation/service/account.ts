import type { AuditAction } from '@ce/contract'
import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { hashOfAccount } from '../../../platform/db/lockout.ts'
import { strangerEvent, type Visitor } from '../../../platform/security-log.ts'

/** What counters know an employer by, whether or not there is one of this code. */
export function accountOf(creditCode: string): Buffer {
  return hashOfAccount('employer', creditCode)
}

const events = { LOCKED: 'organisation.locked', REFUSED: 'organisation.lockedAttempt' } as const

/** How locks of an employer are told and written down. `id`: null when nobody has the code. */
export const lockingOf = (id: string | null, visitor: Visitor) => ({
  locked: 'student.locked' as const,
  record: (db: Db, event: keyof typeof events) => writeDown(db, id, visitor, events[event]),
})

/** What happened at a sign-in: of a known employer in the audit log, else where rows are deleted in time. */
export function writeDown(
  db: Db,
  id: string | null,
  visitor: Visitor,
  action: AuditAction,
): Promise<void> {
  if (id === null) return strangerEvent(db, visitor, action)
  return audit(db, { actor: actorOfEmployer(id), action, subject: id, ip: visitor.ip })
}
