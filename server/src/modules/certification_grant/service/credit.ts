import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { appendHours, type NewEntry, reverseHours } from '../../hours/service.ts'
import type { MissingLetters } from '../printed-texts.ts'
import { findValidProof, listYearProofs } from '../store.ts'
import { issueWhenComplete } from './issue.ts'
import { revokeProof } from './revoke.ts'

/**
 * Credits hours (tenths) and issues the proof of each year whose buckets are full by it: one transaction, the caller's.
 * Gives back what was added: nothing changes where this source had been credited before.
 */
export async function creditHours(tx: Tx, deps: Deps, entries: NewEntry[]): Promise<NewEntry[]> {
  const added = await appendHours(tx, entries)
  if (added.length > 0) await issueWhenComplete(tx, deps, added)
  return added
}

/** Takes credited hours back; a proof that stood on them is revoked with the reason (product §4 Exam). */
export async function withdrawHours(
  tx: Tx,
  deps: Deps,
  entry: Pick<NewEntry, 'studentId' | 'year' | 'source' | 'sourceId' | 'actor'> & {
    reason: string
  },
): Promise<boolean> {
  if (!(await reverseHours(tx, entry.studentId, entry.source, entry.sourceId, entry.actor)))
    return false
  const proof = await findValidProof(tx, entry.studentId, entry.year)
  const { studentId, year } = entry
  if (proof) await revokeProof(tx, { ...proof, studentId, year }, entry.reason)
  // surplus hours may still fill the buckets: then a corrected proof takes the revoked one's place
  await issueWhenComplete(tx, deps, [entry])
  return true
}

export interface YearProof {
  state: 'INCOMPLETE' | 'ISSUED' | 'REVOKED'
  proofId: string | null
  number: string | null
  issuedAt: Date | null
  revokeReason: string | null
  /** its hours are complete, and the proof waits for a font */
  waiting: { missing: MissingLetters[]; since: Date } | null
}

/** How a year stands that never had a proof. */
export const incomplete: YearProof = {
  ...{ state: 'INCOMPLETE', proofId: null, number: null, issuedAt: null, revokeReason: null },
  waiting: null,
}

/** The state of each year that ever had a proof, or waits for a font; a year missing here is `incomplete`. */
export async function proofStates(db: Db, studentId: string): Promise<Map<number, YearProof>> {
  const states = new Map<number, YearProof>()
  for (const row of await listYearProofs(db, studentId)) {
    const before = states.get(row.year)
    const { missing, since, revokedAt } = row
    if (missing && since) {
      states.set(row.year, { ...incomplete, waiting: { missing, since } })
      continue
    }
    // a valid proof speaks for its year, else the newest revoked one
    if (before?.state === 'ISSUED' || (before?.state === 'REVOKED' && revokedAt)) continue
    states.set(row.year, {
      state: revokedAt ? 'REVOKED' : 'ISSUED',
      proofId: row.id,
      number: row.number,
      issuedAt: row.issuedAt,
      revokeReason: row.revokeReason,
      waiting: revokedAt ? (before?.waiting ?? null) : null,
    })
  }
  return states
}
