import { type Db, inSnapshot, inTransaction } from '../../../../platform/db/database.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import { sealedChainId } from '../../../learning/study/service.ts'
import {
  buildTreeLevel,
  countLedgerLeaves,
  type DailyRoot,
  hasDailyRootToday,
  insertDailyRoot,
  insertLedgerLeaves,
  type LedgerLeaf,
  listDailyRootsAfter,
  listLedgerLeaves,
  listNewestLeaves,
  lockDailyRoots,
} from '../daily-roots.ts'
import { leafTextOf, MerkleTree } from '../merkle.ts'

const batch = 5000
const daysPerSlice = 100

/** Rebuilds the tree of each day from its leaves and the ledger. Days before trees existed are skipped. */
export function checkDailyRoots(
  { db }: { db: Db },
  after: string | null,
  stopping?: AbortSignal,
): Promise<IntegritySlice> {
  // In one snapshot, because a day may be sealed meanwhile.
  return inSnapshot(db, (tx) => checkNextDays(tx, after, daysPerSlice, stopping))
}

export async function checkNextDays(
  tx: Db,
  after: string | null,
  limit: number,
  stopping?: AbortSignal,
): Promise<IntegritySlice> {
  const seals = await listDailyRootsAfter(tx, after, limit)
  const slice: IntegritySlice = { checked: seals.length, faults: [], next: null }
  if (seals.length === limit) slice.next = seals.at(-1)?.day ?? null
  const sealed = new Map<number, LedgerLeaf>()
  const tree = new MerkleTree()
  const add = (leaf: LedgerLeaf) => {
    stopping?.throwIfAborted()
    tree.set(leaf.place, leafTextOf(leaf.studentId, leaf.seq, leaf.head))
    sealed.set(leaf.place, leaf)
  }
  // Earlier slices have compared these with the ledger.
  if (after !== null) for await (const leaf of readLeaves((from) => listNewestLeaves(tx, after, from, batch))) add(leaf)
  const first = after === null ? undefined : { day: after, place: lastPlace }
  const leaves = readLeaves((from) => listLedgerLeaves(tx, from, batch), first)
  let next = await leaves.next()
  for (const seal of seals) {
    for (; !next.done && next.value.day <= seal.day; next = await leaves.next()) {
      const { studentId, seq, head, written, day } = next.value
      if (head !== written) {
        const entry =
          studentId === sealedChainId ? `row ${seq} of sealed_month` : `entry ${seq} of student ${studentId}`
        slice.faults.push(`${day}: ${entry} is not what was sealed`)
      }
      add(next.value)
    }
    slice.faults.push(...problemsOf(seal, tree, sealed))
  }
  return slice
}

function problemsOf(seal: DailyRoot, tree: MerkleTree, sealed: ReadonlyMap<number, LedgerLeaf>): string[] {
  if (sealed.size < tree.width) return [`${seal.day}: ${tree.width - sealed.size} places of its tree have no leaf`]
  const ofStudents = [...sealed.values()].filter(({ studentId }) => studentId !== sealedChainId)
  const entries = ofStudents.reduce((sum, { seq }) => sum + seq, 0)
  const problems = []
  if (seal.heads !== ofStudents.length || seal.entries !== entries)
    problems.push(`${seal.day}: ${ofStudents.length} chains with ${entries} entries, its root says others`)
  if (seal.root !== tree.root()) problems.push(`${seal.day}: the root is not that of its leaves`)
  return problems
}

const lastPlace = 2_147_483_647

async function* readLeaves<Leaf extends LedgerLeaf>(
  list: (after: { day: string; place: number }) => Promise<Leaf[]>,
  after = { day: '0001-01-01', place: -1 },
): AsyncGenerator<Leaf, void> {
  for (let last: LedgerLeaf | undefined; ; ) {
    const rows = await list(last ?? after)
    yield* rows
    last = rows.at(-1)
    if (!last) return
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
