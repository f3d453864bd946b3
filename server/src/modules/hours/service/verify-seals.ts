import type { Db } from '../../../platform/db/database.ts'
import { leafText, MerkleTree } from '../merkle.ts'
import { listLeaves, listSeals, type Seal } from '../seals.ts'

export interface SealReport {
  days: number
  /** one line for each break: which day, what is wrong */
  breaks: string[]
}

const batch = 5000
const mostDays = 100_000

/**
 * Builds the tree of every sealed day again from its leaves, and each leaf from the ledger: a root, a count or a head that does not fit is
 * named. Days from before there were trees are not judged.
 */
export async function verifySeals(db: Db): Promise<SealReport> {
  const { seals } = await listSeals(db, { offset: 0, limit: mostDays })
  const report: SealReport = { days: seals.length, breaks: [] }
  const tree = new MerkleTree()
  const seqs = new Map<number, number>()
  const leaves = readLeaves(db)
  let next = await leaves.next()
  for (const seal of seals.toReversed()) {
    while (!next.done && next.value.day <= seal.day) {
      const { studentId, place, seq, head, written, day } = next.value
      if (head !== written)
        report.breaks.push(`${day}: entry ${seq} of student ${studentId} is not what was sealed`)
      if (place > tree.width)
        report.breaks.push(`${day}: the place of student ${studentId} leaves a gap`)
      else {
        tree.set(place, leafText(studentId, seq, head))
        seqs.set(place, seq)
      }
      next = await leaves.next()
    }
    report.breaks.push(...problemsOf(seal, tree, seqs))
  }
  return report
}

function problemsOf(seal: Seal, tree: MerkleTree, seqs: Map<number, number>): string[] {
  const entries = [...seqs.values()].reduce((sum, seq) => sum + seq, 0)
  const problems = []
  if (seal.heads !== tree.width || seal.entries !== entries)
    problems.push(`${seal.day}: ${tree.width} chains with ${entries} entries, its root says others`)
  if (seal.root !== tree.root()) problems.push(`${seal.day}: the root is not that of its leaves`)
  return problems
}

async function* readLeaves(db: Db) {
  let after = { day: '0001-01-01', place: -1 }
  for (;;) {
    const rows = await listLeaves(db, after, batch)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}
