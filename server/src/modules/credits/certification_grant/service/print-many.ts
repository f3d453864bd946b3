import { isDeepStrictEqual } from 'node:util'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import { type Deps, dependenciesOfWorkload } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl } from '../../../../platform/files/links.ts'
import type { StaffActor, StaffAtWork } from '../../../../platform/staff-calls.ts'
import { listUnrenderedLetters } from '../../../file/print_font/service/letters.ts'
import { listFieldsWithMissingGlyphs, printedTexts } from '../printed-texts.ts'
import {
  countWorkingPrintRuns,
  findPrintRun,
  insertPrintRun,
  listRequestedProofs,
  type PrintRequest,
  type PrintRun,
} from '../store/prints.ts'
import type { ProofRow } from '../store.ts'
import { renderPrintRun } from './draw-print.ts'
import { readProofSnapshot } from './query.ts'

/** One PDF contains at most this many proofs. */
const most = 1000

/** A process draws one print run after another, so a staff member could keep all others waiting. */
const mostWorking = 5

interface Wish extends PrintRequest {
  id: string
  reason: string
}

/**
 * Writes the audit row, then renders the PDF in the background. A repeated request finds the same print run. @throws
 * Refusal grant.nothingToPrint, grant.tooManyToPrint, grant.tooManyPrints, grant.printKeyUsed
 */
export async function startPrintRun(deps: Deps, staff: StaffAtWork, { id, reason, ...asked }: Wish) {
  const wish = plainWish(asked)
  const there = await findPrintRun(deps.db, id)
  if (!there) {
    const { list, total } = await listRequestedProofs(deps.db, wish, most)
    if (total > most) refuse('grant.tooManyToPrint', { count: total, most })
    if (total === 0) refuse('grant.nothingToPrint')
    if ((await countWorkingPrintRuns(deps.db, staff.staffId)) >= mostWorking)
      refuse('grant.tooManyPrints', { most: mostWorking })
    const found = new Set(list.map(({ certificateNo }) => certificateNo))
    const missing = (wish.numbers ?? []).filter((number) => !found.has(number))
    const leftOut = await withUndrawnLetters(deps, list)
    const proofIds = list.filter((proof) => !leftOut.has(proof)).map((proof) => proof.id)
    const unprintable = [...leftOut].map(({ certificateNo }) => certificateNo)
    if (proofIds.length === 0) refuse('grant.nothingToPrint')
    const made = await inTransaction(deps.db, async (tx) => {
      const row = { id, staffId: staff.staffId, wish, reason, proofIds, missing, unprintable }
      if (!(await insertPrintRun(tx, row))) return false
      // The audit log records only how many certificate numbers were given.
      const { numbers, ...filter } = wish
      await auditStaff(tx, staff, 'proof.printed', id, {
        ...filter,
        ...(numbers ? { numbers: numbers.length } : {}),
        proofs: proofIds.length,
        reason,
      })
      return true
    })
    if (made) void renderPrintRun(dependenciesOfWorkload(deps, 'jobs'), id)
  }
  const row = (await findPrintRun(deps.db, id)) ?? refuse('grant.noSuchPrint')
  const { numbers: _, ...without } = wish
  // The certificate numbers were deleted together with the file, so compare without them.
  const same = isDeepStrictEqual(row.wish, row.removedAt ? without : wish) && row.reason === reason
  if (row.staffId !== staff.staffId || !same) refuse('grant.printKeyUsed')
  return toState(deps, row)
}

export async function findOwnPrintRun(deps: Deps, staff: StaffActor, { id }: { id: string }) {
  const row = await findPrintRun(deps.db, id)
  if (row?.staffId !== staff.staffId) return refuse('grant.noSuchPrint')
  return toState(deps, row)
}

async function withUndrawnLetters<Proof extends Pick<ProofRow, 'snapshot'> & { printable: boolean | null }>(
  { db }: Deps,
  proofs: Proof[],
): Promise<Set<Proof>> {
  const unsure = proofs.filter(({ printable }) => !printable)
  const read = unsure.map((proof) => ({ proof, texts: readProofSnapshot(proof) }))
  const undrawn = await listUnrenderedLetters(
    db,
    read.flatMap(({ texts }) => printedTexts(texts)),
  )
  const lacking = read.filter(({ texts }) => listFieldsWithMissingGlyphs(texts, undrawn).length > 0)
  return new Set(lacking.map(({ proof }) => proof))
}

function toState({ keys }: Deps, row: PrintRun) {
  const { id, state, done, proofIds, missing, unprintable, createdAt, removedAt, staffId } = row
  const url = state === 'DONE' && !removedAt ? createPrivateUrl(keys, 'proof-prints', id, staffId) : null
  const total = proofIds.length
  return { id, state: stateOf(state), done, total, missing, unprintable, createdAt, url }
}

const states = ['WORKING', 'DONE', 'FAILED'] as const

function stateOf(state: string) {
  return states.find((one) => one === state) ?? 'FAILED'
}

/** Normalises the filter: numbers in capitals and without duplicates. */
function plainWish({ year, keyword, employer, numbers }: PrintRequest): PrintRequest {
  const list = [...new Set(numbers?.map((number) => number.toUpperCase()))]
  return {
    ...(year === undefined ? {} : { year }),
    ...(keyword ? { keyword } : {}),
    ...(employer ? { employer } : {}),
    ...(list.length > 0 ? { numbers: list } : {}),
  }
}
