import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inSnapshot, type Tx } from '../../../platform/db/database.ts'

export interface ChainReport {
  /** who have hours: a chain that was only locked has nothing in it yet */
  students: number
  entries: number
  /** one line for each break: whose chain, at which entry, what is wrong */
  breaks: string[]
}

interface Row {
  studentId: string
  seq: number
  text: string
  prevHash: Buffer
  hash: Buffer
}

const batch = 5000

/**
 * Walks every hash chain of the ledger and recomputes it independently of the trigger that made it:
 * a changed, missing or inserted row, or a head that does not fit, is named. Heads and entries of one moment: hours are written meanwhile.
 */
export function verifyChains(db: Db): Promise<ChainReport> {
  return inSnapshot(db, walk)
}

async function walk(tx: Tx): Promise<ChainReport> {
  const heads = await tx.selectFrom('hoursHead').select(['studentId', 'seq', 'hash']).execute()
  const open = new Map(
    heads.map((head) => [head.studentId, { seq: 0, hash: genesis(head.studentId) }]),
  )
  const chains = heads.filter(({ seq }) => seq > 0)
  const report: ChainReport = { students: chains.length, entries: 0, breaks: [] }
  let after = { studentId: '00000000-0000-0000-0000-000000000000', seq: 0 }
  for (;;) {
    const rows = await readRows(tx, after)
    for (const row of rows) checkRow(row, open, report)
    const last = rows.at(-1)
    if (!last) break
    after = last
  }
  for (const head of heads) {
    const end = open.get(head.studentId)
    if (end && (end.seq !== head.seq || !end.hash.equals(head.hash)))
      report.breaks.push(
        `student ${head.studentId}: the chain ends at ${end.seq}, its head says ${head.seq}`,
      )
  }
  return report
}

/** `hours_text` is the row as the trigger hashed it; a changed column changes it. */
async function readRows(tx: Tx, after: { studentId: string; seq: number }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select student_id, seq, hours_text(entry) as text, prev_hash, hash from hours_ledger entry
    where (student_id, seq) > (${after.studentId}, ${after.seq}) order by student_id, seq limit ${batch}`.execute(
    tx,
  )
  return rows
}

function checkRow(
  row: Row,
  open: Map<string, { seq: number; hash: Buffer }>,
  report: ChainReport,
): void {
  report.entries += 1
  const before = open.get(row.studentId) ?? { seq: 0, hash: genesis(row.studentId) }
  const say = (problem: string) =>
    report.breaks.push(`student ${row.studentId}, entry ${row.seq}: ${problem}`)
  if (row.seq !== before.seq + 1) say(`follows entry ${before.seq}: entries are missing`)
  else if (!row.prevHash.equals(before.hash)) say('does not continue the entry before it')
  else if (!row.hash.equals(createHash('sha256').update(row.text).digest()))
    say('was changed after it was written')
  open.set(row.studentId, { seq: row.seq, hash: row.hash })
}

/** Where a student's chain starts: the hash of their id. */
function genesis(studentId: string): Buffer {
  return createHash('sha256').update(studentId).digest()
}
