import { isDeepStrictEqual } from 'node:util'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { type Deps, forWorkload } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { signedUrl } from '../../../platform/files/links.ts'
import type { StaffActor, StaffAtWork } from '../../../platform/staff-calls.ts'
import { undrawnLetters } from '../../print_font/service.ts'
import { missingLettersOf, printedTexts } from '../printed-texts.ts'
import {
  findPrint,
  insertPrint,
  listWished,
  type PrintRow,
  type PrintWish,
} from '../store/prints.ts'
import type { ProofRow } from '../store.ts'
import { drawPrint } from './draw-print.ts'
import { readSnapshot } from './query.ts'

/** proofs in one PDF */
const most = 1000

interface Wish extends PrintWish {
  id: string
  reason: string
}

/**
 * Has many valid proofs drawn into one PDF, in the background. Who asked for which and why is written down before a page is drawn. A
 * repeat finds the same. @throws Refusal grant.nothingToPrint, grant.tooManyToPrint, grant.printKeyUsed
 */
export async function printMany(deps: Deps, staff: StaffAtWork, { id, reason, ...asked }: Wish) {
  const wish = plainWish(asked)
  const there = await findPrint(deps.db, id)
  if (!there) {
    const { list, total } = await listWished(deps.db, wish, most)
    if (total > most) refuse('grant.tooManyToPrint', { count: total, most })
    if (total === 0) refuse('grant.nothingToPrint')
    const found = new Set(list.map(({ certificateNo }) => certificateNo))
    const missing = (wish.numbers ?? []).filter((number) => !found.has(number))
    const leftOut = await withUndrawnLetters(deps, list)
    const proofIds = list.filter((proof) => !leftOut.has(proof)).map((proof) => proof.id)
    const unprintable = [...leftOut].map(({ certificateNo }) => certificateNo)
    if (proofIds.length === 0) refuse('grant.nothingToPrint')
    const made = await inTransaction(deps.db, async (tx) => {
      const row = { id, staffId: staff.staffId, wish, reason, proofIds, missing, unprintable }
      if (!(await insertPrint(tx, row))) return false
      // the numbers themselves stand in the row: the log says how many
      const { numbers, ...filter } = wish
      await auditStaff(tx, staff, 'proof.printed', id, {
        ...filter,
        ...(numbers ? { numbers: numbers.length } : {}),
        proofs: proofIds.length,
        reason,
      })
      return true
    })
    if (made) void drawPrint(forWorkload(deps, 'jobs'), id)
  }
  const row = (await findPrint(deps.db, id)) ?? refuse('grant.noSuchPrint')
  const { numbers: _, ...without } = wish
  // its numbers went with its file
  const same = isDeepStrictEqual(row.wish, row.removedAt ? without : wish) && row.reason === reason
  if (row.staffId !== staff.staffId || !same) refuse('grant.printKeyUsed')
  return toState(deps, row)
}

/** How far one's own is; another's answers as a missing one. */
export async function printState(deps: Deps, staff: StaffActor, { id }: { id: string }) {
  const row = await findPrint(deps.db, id)
  if (row?.staffId !== staff.staffId) return refuse('grant.noSuchPrint')
  return toState(deps, row)
}

/** Proofs of before with a letter that nothing draws: they are told, and not drawn. */
async function withUndrawnLetters<
  Proof extends Pick<ProofRow, 'snapshot'> & { printable: boolean | null },
>({ db }: Deps, proofs: Proof[]): Promise<Set<Proof>> {
  const unsure = proofs.filter(({ printable }) => !printable)
  const read = unsure.map((proof) => ({ proof, texts: readSnapshot(proof) }))
  const undrawn = await undrawnLetters(
    db,
    read.flatMap(({ texts }) => printedTexts(texts)),
  )
  const lacking = read.filter(({ texts }) => missingLettersOf(texts, undrawn).length > 0)
  return new Set(lacking.map(({ proof }) => proof))
}

function toState({ keys }: Deps, row: PrintRow) {
  const { id, state, done, proofIds, missing, unprintable, createdAt, removedAt, staffId } = row
  const url = state === 'DONE' && !removedAt ? signedUrl(keys, 'proof-prints', id, staffId) : null
  const total = proofIds.length
  return { id, state: stateOf(state), done, total, missing, unprintable, createdAt, url }
}

const states = ['WORKING', 'DONE', 'FAILED'] as const

/** The table's own check lets nothing else in. */
function stateOf(state: string) {
  return states.find((one) => one === state) ?? 'FAILED'
}

/** What was filled in, as it is kept: a number once, in capitals. */
function plainWish({ year, keyword, employer, numbers }: PrintWish): PrintWish {
  const list = [...new Set(numbers?.map((number) => number.toUpperCase()))]
  return {
    ...(year === undefined ? {} : { year }),
    ...(keyword ? { keyword } : {}),
    ...(employer ? { employer } : {}),
    ...(list.length > 0 ? { numbers: list } : {}),
  }
}
