import { isDeepStrictEqual } from 'node:util'
import { type Db, inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueForBudget, sweepItemsAtOnce, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { listUnrenderedLetters, reserveRenderedCharacters } from '../../../file/print_font/service/letters.ts'
import { holdOpenAccounts } from '../../../student/service.ts'
import { lockLedger, type StudentYearKey } from '../../hours/service.ts'
import { listFieldsWithMissingGlyphs, printedTexts } from '../printed-texts.ts'
import { deleteWaitingProofs, listProofsToExamine, listWaitingProofs, setProofsPrintable } from '../store/waiting.ts'
import { createProofDrafts, issueProofs, listCompleteYears, studentYearKeyOf } from './issue.ts'
import { readProofSnapshot } from './query.ts'

const job = 'certification_grant.issueWaiting'
type WaitingRow = Awaited<ReturnType<typeof listWaitingProofs>>[number]

const part = 200

/** Where the next run of this process goes on, because a run has a limited time. */
const places = new WeakMap<Deps, StudentYearKey>()

/**
 * This job issues proofs that waited for a font, and updates waiting years after other changes, such as reversed hours.
 */
export async function issueWaitingProofs(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const goesOn = continueForBudget(stopping)
  let done = 0
  let after = places.get(deps) ?? null
  places.delete(deps)
  for (;;) {
    const rows: WaitingRow[] = await listWaitingProofs(deps.db, job, { after, limit: part })
    const swept = await sweepItemsOneByOne(deps.db, {
      job,
      items: await changedOf(deps, rows),
      subjectOf: studentYearKeyOf,
      work: (owner) => issueOne(deps, owner),
      goesOn,
    })
    done += swept.done
    if (rows.length < part) return done
    // A slice in which the time ran out begins again; what it has done leaves the list.
    if (!goesOn()) {
      if (after) places.set(deps, after)
      return done
    }
    after = rows.at(-1) ?? null
  }
}

async function changedOf({ db }: Deps, rows: WaitingRow[]): Promise<WaitingRow[]> {
  if (rows.length === 0) return []
  const drafts = await createProofDrafts(db, await listCompleteYears(db, rows))
  const undrawn = await listUnrenderedLetters(
    db,
    drafts.flatMap(({ printed }) => printedTexts(printed)),
  )
  const missing = new Map(
    drafts.map(({ studentId, printed }) => [
      studentYearKeyOf({ studentId, year: printed.year }),
      listFieldsWithMissingGlyphs(printed, undrawn),
    ]),
  )
  return rows.filter((row) => row.isClosed || !isDeepStrictEqual(missing.get(studentYearKeyOf(row)), row.missing))
}

function issueOne(deps: Deps, owner: StudentYearKey): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { studentId } = owner
    await lockLedger(tx, studentId)
    const isOpen = (await holdOpenAccounts(tx, [studentId])).has(studentId)
    const due = isOpen ? await listCompleteYears(tx, [owner]) : []
    if (due.length > 0) await issueProofs(tx, deps, due)
    else await deleteWaitingProofs(tx, [owner])
  })
}

const mostOld = 1000

/** This job reports old proofs with unprintable characters to staff. */
export async function examineOldProofs({ db }: Deps, stopping?: AbortSignal): Promise<void> {
  const job = 'certification_grant.examineOldProofs'
  await sweepItemsAtOnce(db, {
    job,
    items: await listProofsToExamine(db, job, mostOld),
    subjectOf: ({ id }) => id,
    workTogether: (proofs) => examine(db, proofs),
    goesOn: continueForBudget(stopping),
  })
}

type OldProof = Awaited<ReturnType<typeof listProofsToExamine>>[number]

async function examine(db: Db, proofs: readonly OldProof[]): Promise<void> {
  const read = proofs.map((proof) => ({ ...proof, texts: readProofSnapshot(proof) }))
  const texts = read.flatMap((proof) => printedTexts(proof.texts))
  /**
   * Uses a separate transaction to avoid a deadlock: issuing a proof locks first the replaced proof and then the
   * characters.
   */
  const undrawn = await inTransaction(db, (tx) => reserveRenderedCharacters(tx, texts))
  await inTransaction(db, async (tx) => {
    const [whole, broken] = [true, false].map((isWhole) =>
      read
        .filter(({ texts: one }) => (listFieldsWithMissingGlyphs(one, undrawn).length === 0) === isWhole)
        .map(({ id }) => id),
    )
    await setProofsPrintable(tx, whole ?? [], true)
    await setProofsPrintable(tx, broken ?? [], false)
  })
}
