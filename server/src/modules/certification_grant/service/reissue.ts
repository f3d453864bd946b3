import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  appendHoursAnew,
  reverseHours,
  sourceName,
  standingEntries,
  yearLedgers,
} from '../../hours/service.ts'
import type { Revocation } from '../revocation.ts'
import { moveHeld } from '../store/desk.ts'
import { listValidProofs } from '../store.ts'
import { issueProofs, issueWhenComplete } from './issue.ts'
import { revokeProof } from './revoke.ts'

/**
 * Issues every valid proof of a student anew, as after a corrected name: a proof says what was true when it was signed and is
 * never changed, so the old one is revoked with the reason and a new number takes its place. The caller holds the ledger (lockLedger)
 * since before what changed: no hours are reversed, and no proof is issued by the old name, in between.
 */
export async function reissueProofs(
  tx: Tx,
  deps: Deps,
  studentId: string,
  revocation: Revocation,
): Promise<{ year: number; number: string }[]> {
  const proofs = await listValidProofs(tx, studentId)
  for (const proof of proofs) await revokeProof(tx, { ...proof, studentId }, revocation)
  const owners = proofs.map(({ year }) => ({ studentId, year }))
  return issueProofs(tx, deps, await yearLedgers(tx, owners))
}

/**
 * Moves every hour that counts from one ledger to another: reversed in the one chain, credited in the other under the same source
 * (docs/decisions/010-merging-students.md). What both have by the same source counts once, and so does what the other account has by a
 * source of its own: `counted`. Proofs that stood on them are revoked; those that staff have revoked go along, and what they hold stays held.
 */
export async function moveHours(
  tx: Tx,
  deps: Deps,
  move: { from: string; to: string; actor: string; reason: string; counted: ReadonlySet<string> },
): Promise<{ years: number[]; tenths: number; skipped: number; held: string[] }> {
  const { from, to, actor, reason, counted } = move
  const years = new Set<number>()
  let tenths = 0
  let skipped = 0
  const there = await standingEntries(tx, to)
  for (const entry of await standingEntries(tx, from)) {
    const { year, subject, source, hours, title } = entry
    if (!(await reverseHours(tx, from, source, entry.sourceId, actor)))
      throw new Error('an entry that counts could not be reversed')
    const sourceId = sourceName(entry.sourceId)
    const isThere = there.some(
      (one) => one.source === source && sourceName(one.sourceId) === sourceId,
    )
    if (isThere || counted.has(sourceId)) {
      skipped += 1
      continue
    }
    const credited = { studentId: to, year, subject, source, sourceId, hours, title, actor }
    // the same source may have been credited there once and reversed
    await appendHoursAnew(tx, [credited])
    years.add(year)
    tenths += hours
  }
  for (const proof of await listValidProofs(tx, from))
    await revokeProof(tx, { ...proof, studentId: from }, { cause: 'ACCOUNTS_MERGED', reason })
  const held = await moveHeld(tx, from, to)
  const owners = [...years].map((year) => ({ studentId: to, year }))
  await issueWhenComplete(tx, deps, owners)
  return { years: [...years].sort(), tenths, skipped, held }
}
