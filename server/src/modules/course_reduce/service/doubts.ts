import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { listTwins } from '../store/desk.ts'
import { listOverlaps } from '../store/overlaps.ts'
import { listFiles, type ReductionRow } from '../store/reductions.ts'

const numbersOf = (rows: { applyNo: string }[]) =>
  [...new Set(rows.map(({ applyNo }) => applyNo))].join('、')

/**
 * The same kind of activity is granted once for the same days (decision 042), unless the reviewer has seen which ones overlap and says why.
 * @returns the numbers of those, for the log
 * @throws Refusal reduction.overlapping naming the approved ones that were not spoken of
 */
export async function requireOverlapSeen(
  tx: Tx,
  row: ReductionRow,
  seen: string[],
): Promise<string[]> {
  const approved = (await listOverlaps(tx, row.id)).filter(({ state }) => state === 'APPROVED')
  const unseen = approved.filter(({ id }) => !seen.includes(id))
  if (unseen.length > 0) refuse('reduction.overlapping', { others: numbersOf(unseen) })
  return approved.map(({ applyNo }) => applyNo)
}

/** What may be the same activity twice is looked at by itself, never approved among many. @throws Refusal reduction.singly saying which and why */
export async function requireNoDoubt(tx: Tx, row: ReductionRow): Promise<void> {
  const files = await listFiles(tx, row.id)
  const hashes = files.map(({ sha256 }) => sha256)
  const twins = hashes.length > 0 ? await listTwins(tx, row.id, hashes) : []
  const days = await listOverlaps(tx, row.id)
  const doubts = [
    ...(twins.length > 0 ? [`佐证材料与 ${numbersOf(twins)} 相同`] : []),
    ...(days.length > 0 ? [`起止日期与同一学员同类的 ${numbersOf(days)} 重叠`] : []),
  ]
  if (doubts.length > 0) refuse('reduction.singly', { problem: doubts.join('；') })
}
