import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  appendHours,
  appendHoursAnew,
  entriesOfSource,
  firstCredits,
  lateActor,
  type NewEntry,
  placeOf,
  reverseHours,
} from '../../hours/service.ts'
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

/** The same, and what was taken back is credited again. */
export async function creditHoursAnew(
  tx: Tx,
  deps: Deps,
  entries: NewEntry[],
): Promise<NewEntry[]> {
  const added = await appendHoursAnew(tx, entries)
  if (added.length > 0) await issueWhenComplete(tx, deps, added)
  return added
}

/**
 * Credits again what was taken back by mistake, as of the day of its first credit; `since` where it was never credited. The proof that was issued
 * without these hours in the meantime (`withdrawn`: since when they were gone) is issued anew with them. False: they stand already.
 */
export async function restoreHours(
  tx: Tx,
  deps: Deps,
  entry: Omit<NewEntry, 'actor'> & { since: Date; withdrawn: Date; reason: string },
): Promise<boolean> {
  const { since, withdrawn, reason, ...credited } = entry
  const { studentId, year, source, sourceId } = credited
  const { entries } = await entriesOfSource(tx, studentId, source, sourceId)
  const first = entries[0]
  const earlier = first && (await firstCredits(tx, [{ studentId, entries: [first] }]))
  const at = first ? (earlier?.get(placeOf({ studentId, seq: first.seq })) ?? first.at) : since
  // what it gave at first, whatever its course gives now
  const same = first && {
    ...{ year: first.year, subject: first.subject, hours: first.hours, title: first.title },
  }
  const added = await appendHoursAnew(tx, [{ ...credited, ...same, actor: lateActor(at) }])
  if (added.length === 0) return false
  const valid = await findValidProof(tx, studentId, year)
  if (valid && valid.issuedAt >= withdrawn)
    await revokeProof(tx, { ...valid, studentId, year }, { cause: 'HOURS_RESTORED', reason })
  await issueWhenComplete(tx, deps, [{ studentId, year }])
  return true
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
  if (proof) {
    const { reason } = entry
    await revokeProof(tx, { ...proof, studentId, year }, { cause: 'HOURS_WITHDRAWN', reason })
  }
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
