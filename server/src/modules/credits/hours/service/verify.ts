import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inSnapshot, type Tx } from '../../../../platform/db/database.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'

interface Row {
  studentId: string
  seq: number
  text: string
  prevHash: Buffer
  hash: Buffer
}

const batch = 5000
const studentsPerSlice = 1000

/**
 * Recomputes each hash without the trigger that made it. Reads heads and entries in one snapshot, because credits
 * continue.
 */
export function checkLedger({ db }: { db: Db }, after: string | null, stopping?: AbortSignal): Promise<IntegritySlice> {
  return inSnapshot(db, (tx) => walk(tx, after ?? '00000000-0000-0000-0000-000000000000', stopping))
}

async function walk(tx: Tx, first: string, stopping?: AbortSignal): Promise<IntegritySlice> {
  const heads = await tx
    .selectFrom('hoursHead')
    .select(['studentId', 'seq', 'hash'])
    .where('studentId', '>', first)
    .orderBy('studentId')
    .limit(studentsPerSlice)
    .execute()
  const last = heads.length < studentsPerSlice ? null : (heads.at(-1)?.studentId ?? null)
  const open = new Map(heads.map((head) => [head.studentId, { seq: 0, hash: genesis(head.studentId) }]))
  const slice: IntegritySlice = { checked: 0, faults: [], next: last }
  for (let after = { studentId: first, seq: lastSeq }; ; ) {
    stopping?.throwIfAborted()
    const rows = await readRows(tx, after, last)
    for (const row of rows) checkRow(row, open, slice)
    const end = rows.at(-1)
    if (!end) break
    after = end
  }
  const headOf = new Map(heads.map((head) => [head.studentId, head]))
  for (const [studentId, end] of open) {
    const head = headOf.get(studentId)
    if (!head) slice.faults.push(`student ${studentId}: the chain has no head`)
    else if (end.seq !== head.seq || !end.hash.equals(head.hash))
      slice.faults.push(`student ${studentId}: the chain ends at ${end.seq}, its head says ${head.seq}`)
  }
  return slice
}

/** Entries of the student before the slice are not read again. */
const lastSeq = 2_147_483_647

/** `hours_text` is the text that the trigger hashed. */
async function readRows(tx: Tx, after: { studentId: string; seq: number }, last: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select student_id, seq, hours_text(entry) as text, prev_hash, hash from hours_ledger entry
    where (student_id, seq) > (${after.studentId}, ${after.seq})
      and (${last}::uuid is null or student_id <= ${last}::uuid)
    order by student_id, seq limit ${batch}`.execute(tx)
  return rows
}

function checkRow(row: Row, open: Map<string, { seq: number; hash: Buffer }>, slice: IntegritySlice): void {
  slice.checked += 1
  const before = open.get(row.studentId) ?? { seq: 0, hash: genesis(row.studentId) }
  const say = (problem: string) => slice.faults.push(`student ${row.studentId}, entry ${row.seq}: ${problem}`)
  if (row.seq !== before.seq + 1) say(`follows entry ${before.seq}: entries are missing`)
  else if (!row.prevHash.equals(before.hash)) say('does not continue the entry before it')
  else if (!row.hash.equals(createHash('sha256').update(row.text).digest())) say('was changed after it was written')
  open.set(row.studentId, { seq: row.seq, hash: row.hash })
}

function genesis(studentId: string): Buffer {
  return createHash('sha256').update(studentId).digest()
}
