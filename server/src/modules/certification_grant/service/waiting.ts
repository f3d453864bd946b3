import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { lockLedger, type Owner } from '../../hours/service.ts'
import { undrawnLetters, useLetters } from '../../print_font/service.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { missingLettersOf, printedTexts } from '../printed-texts.ts'
import { endWaiting, listUnsure, listWaiting, setPrintable } from '../store/waiting.ts'
import { draftProofs, dueLedgers, nameOf } from './draft.ts'
import { issueProofs } from './issue.ts'
import { readSnapshot } from './query.ts'

const job = 'certification_grant.issueWaiting'
type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number]

/** years that are looked at together */
const part = 200

/**
 * A job: issues what waited for a font once all of it can be printed, and looks again at what else may have changed – a corrected name,
 * another employer, hours that were taken back. Years for which nothing changed cost one reading.
 */
export async function issueWaiting(deps: Deps, stopping?: AbortSignal): Promise<number> {
  let done = 0
  let after: Owner | null = null
  for (;;) {
    const rows: WaitingRow[] = await listWaiting(deps.db, job, { after, limit: part })
    const swept = await sweepEach(deps.db, {
      job,
      items: await changedOf(deps, rows),
      subjectOf: nameOf,
      work: (owner) => issueOne(deps, owner),
      goesOn: goesOnUntil(stopping),
    })
    done += swept.done
    after = rows.at(-1) ?? null
    if (rows.length < part) return done
  }
}

/** Those for which something is to be done: they wait for other letters than is written, or for none, or are not due any more. */
async function changedOf({ db }: Deps, rows: WaitingRow[]): Promise<WaitingRow[]> {
  if (rows.length === 0) return []
  const drafts = await draftProofs(db, await dueLedgers(db, rows))
  const undrawn = await undrawnLetters(
    db,
    drafts.flatMap(({ printed }) => printedTexts(printed)),
  )
  const missing = new Map(
    drafts.map(({ studentId, printed }) => [
      nameOf({ studentId, year: printed.year }),
      missingLettersOf(printed, undrawn),
    ]),
  )
  return rows.filter(
    (row) => row.isClosed || !isDeepStrictEqual(missing.get(nameOf(row)), row.missing),
  )
}

function issueOne(deps: Deps, owner: Owner): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { studentId } = owner
    await lockLedger(tx, studentId)
    const isOpen = (await holdOpenAccounts(tx, [studentId])).has(studentId)
    const due = isOpen ? await dueLedgers(tx, [owner]) : []
    if (due.length > 0) await issueProofs(tx, deps, due)
    else await endWaiting(tx, [owner])
  })
}

/** proofs of before that are looked at in one go */
const mostOld = 1000

/**
 * A job: proofs that were issued before letters were checked may hold one that nothing draws. Those are found, not printed, and told
 * to staff; with a font they can be printed as they were signed.
 */
export async function examineOldProofs({ db }: Deps): Promise<number> {
  const proofs = await listUnsure(db, mostOld)
  if (proofs.length === 0) return 0
  const read = proofs.map((proof) => ({ ...proof, texts: readSnapshot(proof) }))
  const texts = read.flatMap((proof) => printedTexts(proof.texts))
  // apart: whoever issues a proof holds its letters after the proof that it takes the place of
  const undrawn = await inTransaction(db, (tx) => useLetters(tx, texts))
  return inTransaction(db, async (tx) => {
    const [whole, broken] = [true, false].map((isWhole) =>
      read
        .filter(({ texts: one }) => (missingLettersOf(one, undrawn).length === 0) === isWhole)
        .map(({ id }) => id),
    )
    await setPrintable(tx, whole ?? [], true)
    await setPrintable(tx, broken ?? [], false)
    return proofs.length
  })
}
