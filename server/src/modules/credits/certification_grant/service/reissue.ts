import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { notify } from '../../../message/service.ts'
import {
  appendHoursAgain,
  listUnreversedEntries,
  loadYearLedgers,
  lockLedger,
  reverseHours,
} from '../../hours/service.ts'
import { sourceNameOf } from '../../hours/source-names.ts'
import { proofRevokedMessage } from '../messages.ts'
import type { ProofRevocation } from '../snapshot.ts'
import { moveRevokedProofs } from '../store/desk.ts'
import { clearReissueDue, listStudentsDueForReissue, listValidProofs, setProofRevoked } from '../store.ts'
import { issueProofs, issueWhenComplete } from './issue.ts'

/** The job handles this many students per run. */
const most = 100

const revocation = {
  cause: 'FORM_UNIFIED',
  reason: '姓名或证件的写法已统一为标准写法，已换发新证明',
} as const

/**
 * Revokes each valid proof of the student and issues a new one. The caller must take `lockLedger` before it changes
 * anything itself.
 */
export async function reissueProofs(
  tx: Tx,
  deps: Deps,
  studentId: string,
  revocation: ProofRevocation,
): Promise<{ year: number; number: string }[]> {
  const proofs = await listValidProofs(tx, studentId)
  for (const proof of proofs) await revokeProofInTransaction(tx, { ...proof, studentId }, revocation)
  const owners = proofs.map(({ year }) => ({ studentId, year }))
  return issueProofs(tx, deps, await loadYearLedgers(tx, owners))
}

/**
 * Reverses the entries of one account and credits the same sources to another (docs/decisions/010-merging-students.md).
 * A source in `counted`, or one that the other account has already, is not credited again. Dependent proofs are
 * revoked; withheld years stay withheld.
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
  const there = await listUnreversedEntries(tx, to)
  for (const entry of await listUnreversedEntries(tx, from)) {
    const { year, subject, source, hours, title } = entry
    if (!(await reverseHours(tx, from, source, entry.sourceId, actor)))
      throw new Error('an entry that counts could not be reversed')
    const sourceId = sourceNameOf(entry.sourceId)
    const isThere = there.some((one) => one.source === source && sourceNameOf(one.sourceId) === sourceId)
    if (isThere || counted.has(sourceId)) {
      skipped += 1
      continue
    }
    const credited = { studentId: to, year, subject, source, sourceId, hours, title, actor }
    // The source may have been credited and reversed in the other account before.
    await appendHoursAgain(tx, [credited])
    years.add(year)
    tenths += hours
  }
  for (const proof of await listValidProofs(tx, from))
    await revokeProofInTransaction(tx, { ...proof, studentId: from }, { cause: 'ACCOUNTS_MERGED', reason })
  const held = await moveRevokedProofs(tx, from, to)
  const owners = [...years].map((year) => ({ studentId: to, year }))
  await issueWhenComplete(tx, deps, owners)
  return { years: [...years].sort(), tenths, skipped, held }
}

/** This job reissues proofs of students whose names migration 073 changed (decision 071). */
export async function reissueAfterMigration(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'certification_grant.reissueChanged'
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: await listStudentsDueForReissue(deps.db, { job, limit: most }),
    subjectOf: (studentId) => studentId,
    work: (studentId) =>
      inTransaction(deps.db, async (tx) => {
        await lockLedger(tx, studentId)
        if (await clearReissueDue(tx, studentId)) await reissueProofs(tx, deps, studentId, revocation)
      }),
    goesOn: continueUntilStopped(stopping),
  })
  return done
}

export async function revokeProofInTransaction(
  tx: Tx,
  proof: { id: string; studentId: string; year: number; number: string },
  revocation: ProofRevocation,
): Promise<void> {
  const trial = await setProofRevoked(tx, proof.id, revocation)
  await notify(tx, proofRevokedMessage({ ...proof, trial }, revocation.reason))
}
