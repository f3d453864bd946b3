import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import {
  appendHours,
  appendHoursAgain,
  findEntriesOfSource,
  findFirstCreditDays,
  lateCreditActorName,
  ledgerEntryKeyOf,
  type NewLedgerEntry,
  reverseHours,
} from '../../hours/service.ts'
import type { MissingGlyphs } from '../printed-texts.ts'
import { findValidProof, listYearProofs } from '../store.ts'
import { issueWhenComplete } from './issue.ts'
import { revokeProofInTransaction } from './reissue.ts'

/**
 * Credits hours (in tenths) in the caller's transaction and issues proofs of complete years. @returns the new entries
 */
export async function creditHours(tx: Tx, deps: Deps, entries: NewLedgerEntry[]): Promise<NewLedgerEntry[]> {
  const added = await appendHours(tx, entries)
  if (added.length > 0) await issueWhenComplete(tx, deps, added)
  return added
}

/** Works like `creditHours`, but also credits sources whose hours were reversed. */
export async function creditHoursAgain(tx: Tx, deps: Deps, entries: NewLedgerEntry[]): Promise<NewLedgerEntry[]> {
  const added = await appendHoursAgain(tx, entries)
  if (added.length > 0) await issueWhenComplete(tx, deps, added)
  return added
}

/**
 * Credits hours again that were reversed by mistake. They are dated by their first credit, or by `since` if they were
 * never credited. A proof that was issued without these hours after `withdrawn` is revoked and issued again.
 * @returns false if the hours count already
 */
export async function restoreHours(
  tx: Tx,
  deps: Deps,
  entry: Omit<NewLedgerEntry, 'actor'> & { since: Date; withdrawn: Date; reason: string },
): Promise<boolean> {
  const { since, withdrawn, reason, ...credited } = entry
  const { studentId, year, source, sourceId } = credited
  const { entries } = await findEntriesOfSource(tx, studentId, source, sourceId)
  const first = entries[0]
  const earlier = first && (await findFirstCreditDays(tx, [{ studentId, entries: [first] }]))
  const at = first ? (earlier?.get(ledgerEntryKeyOf({ studentId, seq: first.seq })) ?? first.at) : since
  // The student gets the hours of the first credit, even if the course gives a different number of hours now.
  const same = first && {
    ...{ year: first.year, subject: first.subject, hours: first.hours, title: first.title },
  }
  const added = await appendHoursAgain(tx, [{ ...credited, ...same, actor: lateCreditActorName(at) }])
  if (added.length === 0) return false
  const valid = await findValidProof(tx, studentId, year)
  if (valid && valid.issuedAt >= withdrawn)
    await revokeProofInTransaction(tx, { ...valid, studentId, year }, { cause: 'HOURS_RESTORED', reason })
  await issueWhenComplete(tx, deps, [{ studentId, year }])
  return true
}

export async function reverseCreditedHours(
  tx: Tx,
  deps: Deps,
  entry: Pick<NewLedgerEntry, 'studentId' | 'year' | 'source' | 'sourceId' | 'actor'> & {
    reason: string
  },
): Promise<boolean> {
  if (!(await reverseHours(tx, entry.studentId, entry.source, entry.sourceId, entry.actor))) return false
  const proof = await findValidProof(tx, entry.studentId, entry.year)
  const { studentId, year } = entry
  if (proof) {
    const { reason } = entry
    await revokeProofInTransaction(tx, { ...proof, studentId, year }, { cause: 'HOURS_WITHDRAWN', reason })
  }
  // If the student has more hours than required, the year may still be complete after the reversal.
  await issueWhenComplete(tx, deps, [entry])
  return true
}

export interface YearProof {
  state: 'INCOMPLETE' | 'ISSUED' | 'REVOKED'
  proofId: string | null
  number: string | null
  issuedAt: Date | null
  revokeReason: string | null
  /** Set while the hours are complete but the proof waits for a font. */
  waiting: { missing: MissingGlyphs[]; since: Date } | null
}

export const emptyYearProof: YearProof = {
  ...{ state: 'INCOMPLETE', proofId: null, number: null, issuedAt: null, revokeReason: null },
  waiting: null,
}

export async function loadYearProofs(db: Db, studentId: string): Promise<Map<number, YearProof>> {
  const states = new Map<number, YearProof>()
  for (const row of await listYearProofs(db, studentId)) {
    const before = states.get(row.year)
    const { missing, since, revokedAt } = row
    if (missing && since) {
      states.set(row.year, { ...emptyYearProof, waiting: { missing, since } })
      continue
    }
    // Prefer a valid proof to a revoked one, and among revoked proofs the newest.
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
