import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Hours are in tenths and negative for a reversal. */
export interface NewLedgerEntry {
  studentId: string
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  source: 'COURSE' | 'REDUCTION' | 'RECORD' | 'ADJUST' | 'REVERSAL'
  /** Id of the attempt, reduction, record or reversed entry; unique per credit. */
  sourceId: string
  hours: number
  title: string
  actor: string
}

export type LedgerEntryRow = Awaited<ReturnType<typeof listLedgerEntries>>[number]

/**
 * Chains are locked in order of the students, which prevents deadlocks. Known sources are skipped. @returns keys
 * (creditKeyOf) of the added entries
 */
export async function insertLedgerEntries(tx: Tx, given: NewLedgerEntry[]): Promise<Set<string>> {
  const entries = given.toSorted((a, b) => compareIds(a.studentId, b.studentId))
  const of = <Key extends keyof NewLedgerEntry>(key: Key) => entries.map((entry) => entry[key])
  const { rows } = await sql<Pick<NewLedgerEntry, 'studentId' | 'source' | 'sourceId'>>`
    insert into hours_ledger (student_id, year, subject, source, source_id, hours, title, actor)
    select student_id, year, subject, source, source_id, hours, title, actor
    from unnest(${of('studentId')}::uuid[], ${of('year')}::int[], ${of('subject')}::text[], ${of('source')}::text[],
      ${of('sourceId')}::text[], ${of('hours')}::int[], ${of('title')}::text[], ${of('actor')}::text[])
      with ordinality as entry (student_id, year, subject, source, source_id, hours, title, actor, place)
    order by place
    returning student_id, source, source_id`.execute(tx)
  return new Set(rows.map(creditKeyOf))
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function creditKeyOf(entry: { studentId: string; source: string; sourceId: string }): string {
  return [entry.studentId, entry.source, entry.sourceId].join('\n')
}

/**
 * Serializes all changes of hours and proofs of a student. Take it before the lock of the student row. It also creates
 * the chain head.
 */
export async function lockLedger(tx: Tx, studentId: string): Promise<void> {
  await sql`
    insert into hours_head (student_id, hash)
    select id, sha256(id::text::bytea) from student where id = ${studentId} on conflict do nothing`.execute(tx)
  await tx.selectFrom('hoursHead').select('studentId').where('studentId', '=', studentId).forUpdate().execute()
}

const columns = ['seq', 'year', 'subject', 'source', 'sourceId', 'hours', 'title', 'actor', 'at'] as const

export function listLedgerEntries(db: Db, studentId: string) {
  return db.selectFrom('hoursLedger').select(columns).where('studentId', '=', studentId).orderBy('seq').execute()
}

export interface StudentYearKey {
  studentId: string
  year: number
}

/** The entries of each student are in ledger order. The inner `select` keeps the query plan (decision 030). */
export function listEntriesOfYears(db: Db, owners: StudentYearKey[]) {
  const ids = owners.map(({ studentId }) => studentId)
  const years = owners.map(({ year }) => year)
  return db
    .selectFrom('hoursLedger')
    .select(['studentId', ...columns])
    .where(sql<boolean>`(student_id, year) in (select * from unnest((select ${ids}::uuid[]), ${years}::int[]))`)
    .orderBy('studentId')
    .orderBy('seq')
    .execute()
}

export interface LedgerPosition {
  studentId: string
  seq: number
}

/** Follows entries moved by merges back to the closed accounts (decision 010). */
export async function listFirstCredits(
  db: Db,
  moved: LedgerPosition[],
): Promise<(LedgerPosition & { at: Date; actor: string })[]> {
  const { rows } = await sql<LedgerPosition & { at: Date; actor: string }>`
    with recursive earlier as (
      select student_id, seq, source, source_id, actor, at, 0 as depth from hours_ledger
      where (student_id, seq) in (select * from unnest(${moved.map(({ studentId }) => studentId)}::uuid[],
        ${moved.map(({ seq }) => seq)}::int[]))
      union all
      select earlier.student_id, earlier.seq, origin.source, origin.source_id, origin.actor, origin.at, depth + 1
      from earlier join student_merge on earlier.actor = 'merge:' || student_merge.id
      cross join lateral (
        select * from hours_ledger theirs where theirs.student_id = student_merge.closed_id and theirs.source <> 'REVERSAL'
          -- by its place where the name was used up; of one record's names the last stood
          and (earlier.source_id = earlier.actor || '/' || theirs.seq
            or theirs.source = earlier.source and split_part(theirs.source_id, chr(30), 1) = split_part(earlier.source_id, chr(30), 1))
        order by theirs.seq desc limit 1) as origin
    )
    select distinct on (student_id, seq) student_id, seq, at, actor from earlier order by student_id, seq, depth desc`.execute(
    db,
  )
  return rows
}

export function sumHoursByYear(db: Db, studentId: string) {
  return db
    .selectFrom('hoursLedger')
    .select(['year', 'subject', 'source', sql<number>`sum(hours)::int`.as('hours')])
    .where('studentId', '=', studentId)
    .groupBy(['year', 'subject', 'source'])
    .execute()
}

/** Lists the entries of a source under all its names (source-names.ts). */
export function listEntriesOfSource(db: Db, studentId: string, source: NewLedgerEntry['source'], name: string) {
  return db
    .selectFrom('hoursLedger')
    .select(columns)
    .where('studentId', '=', studentId)
    .where('source', '=', source)
    .where(sql<boolean>`split_part(source_id, chr(30), 1) = ${name}`)
    .orderBy('seq')
    .execute()
}
