import { type Db, inTransaction } from '../../../../platform/db/database.ts'
import {
  buildTreeLevel,
  countLedgerLeaves,
  type DailyRoot,
  hasDailyRootToday,
  insertDailyRoot,
  insertLedgerLeaves,
  listDailyRoots,
  listLedgerLeaves,
  lockDailyRoots,
} from '../daily-roots.ts'
import { leafTextOf, MerkleTree } from '../merkle.ts'

export interface DailyRootReport {
  days: number
  /** One line for each fault, beginning with the day. */
  breaks: string[]
}

const batch = 5000

const mostDays = 100_000

/** Rebuilds each tree from its leaves and the ledger. Days before trees existed are skipped. */
export async function verifyDailyRoots(db: Db): Promise<DailyRootReport> {
  const { seals } = await listDailyRoots(db, { offset: 0, limit: mostDays })
  const report: DailyRootReport = { days: seals.length, breaks: [] }
  const tree = new MerkleTree()
  const seqs = new Map<number, number>()
  const leaves = readLeaves(db)
  let next = await leaves.next()
  for (const seal of seals.toReversed()) {
    while (!next.done && next.value.day <= seal.day) {
      const { studentId, place, seq, head, written, day } = next.value
      if (head !== written) report.breaks.push(`${day}: entry ${seq} of student ${studentId} is not what was sealed`)
      if (place > tree.width) report.breaks.push(`${day}: the place of student ${studentId} leaves a gap`)
      else {
        tree.set(place, leafTextOf(studentId, seq, head))
        seqs.set(place, seq)
      }
      next = await leaves.next()
    }
    report.breaks.push(...problemsOf(seal, tree, seqs))
  }
  return report
}

function problemsOf(seal: DailyRoot, tree: MerkleTree, seqs: Map<number, number>): string[] {
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
    const rows = await listLedgerLeaves(db, after, batch)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

/**
 * The published root proves later that no chain was cut or rewritten
 * (docs/rules/hours-and-proof.md#chain-and-daily-root, docs/ledger.md). The first process of a day inserts the row.
 */
export async function publishDailyRoot(db: Db): Promise<void> {
  if (await hasDailyRootToday(db)) return
  await inTransaction(db, async (tx) => {
    await lockDailyRoots(tx)
    if (await hasDailyRootToday(tx)) return
    let places = await insertLedgerLeaves(tx)
    let width = await countLedgerLeaves(tx)
    for (let level = 0; width > 1; level += 1) {
      places = await buildTreeLevel(tx, level, places)
      width = Math.ceil(width / 2)
    }
    await insertDailyRoot(tx)
  })
}
