import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** One line of the 学时台账. Hours in tenths, negative for a reversal. */
export interface NewEntry {
  studentId: string
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  source: 'COURSE' | 'REDUCTION' | 'RECORD' | 'ADJUST' | 'REVERSAL'
  /** the attempt, reduction, record or reversed entry behind it: each is credited once */
  sourceId: string
  hours: number
  title: string
  actor: string
}

export type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/**
 * Appends to each student's chain (the database makes it), in this order; the chains in the order of their students, as
 * everybody takes their locks. Whose source was credited before is left out.
 * @returns the keys (keyOf) of what was added
 */
export async function insertEntries(tx: Tx, given: NewEntry[]): Promise<Set<string>> {
  const entries = given.toSorted((a, b) => compareIds(a.studentId, b.studentId))
  const of = <Key extends keyof NewEntry>(key: Key) => entries.map((entry) => entry[key])
  const { rows } = await sql<Pick<NewEntry, 'studentId' | 'source' | 'sourceId'>>`
    insert into hours_ledger (student_id, year, subject, source, source_id, hours, title, actor)
    select student_id, year, subject, source, source_id, hours, title, actor
    from unnest(${of('studentId')}::uuid[], ${of('year')}::int[], ${of('subject')}::text[], ${of('source')}::text[],
      ${of('sourceId')}::text[], ${of('hours')}::int[], ${of('title')}::text[], ${of('actor')}::text[])
      with ordinality as entry (student_id, year, subject, source, source_id, hours, title, actor, place)
    order by place
    returning student_id, source, source_id`.execute(tx)
  return new Set(rows.map(keyOf))
}

/** As PostgreSQL orders them. */
function compareIds(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** What an entry is credited once by. */
export function keyOf(entry: { studentId: string; source: string; sourceId: string }): string {
  return [entry.studentId, entry.source, entry.sourceId].join('\n')
}

/**
 * Whatever credits, reverses, revokes or issues for this student comes one after the other. Taken before the student's own row, as a credit
 * does; the chain of who has no hours yet begins here, for a first credit would take its lock all the same.
 */
export async function lockLedger(tx: Tx, studentId: string): Promise<void> {
  await sql`
    insert into hours_head (student_id, hash)
    select id, sha256(id::text::bytea) from student where id = ${studentId} on conflict do nothing`.execute(
    tx,
  )
  await tx
    .selectFrom('hoursHead')
    .select('studentId')
    .where('studentId', '=', studentId)
    .forUpdate()
    .execute()
}

const columns = [
  'seq',
  'year',
  'subject',
  'source',
  'sourceId',
  'hours',
  'title',
  'actor',
  'at',
] as const

/** A student's entries in the order they were written. */
export function listEntries(db: Db, studentId: string) {
  return db
    .selectFrom('hoursLedger')
    .select(columns)
    .where('studentId', '=', studentId)
    .orderBy('seq')
    .execute()
}

/** A student's year. */
export interface Owner {
  studentId: string
  year: number
}

/** The entries of some students' years, each student's in the order they were written. `select` keeps the plan: decision 030. */
export function listYearEntries(db: Db, owners: Owner[]) {
  const ids = owners.map(({ studentId }) => studentId)
  const years = owners.map(({ year }) => year)
  return db
    .selectFrom('hoursLedger')
    .select(['studentId', ...columns])
    .where(
      sql<boolean>`(student_id, year) in (select * from unnest((select ${ids}::uuid[]), ${years}::int[]))`,
    )
    .orderBy('studentId')
    .orderBy('seq')
    .execute()
}

/** An entry by its place in a chain. */
export interface Place {
  studentId: string
  seq: number
}

/**
 * When, and by whom, the hours of entries that a merge of accounts has brought were credited at first: in the chain of the account that was closed, by the
 * same source (decision 010), and so on where that one had them by a merge, too.
 */
export async function listFirstCredits(
  db: Db,
  moved: Place[],
): Promise<(Place & { at: Date; actor: string })[]> {
  const { rows } = await sql<Place & { at: Date; actor: string }>`
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

/** A student's ledger in tenths of an hour, by year, subject and source, reversals included. */
export function sumByYear(db: Db, studentId: string) {
  return db
    .selectFrom('hoursLedger')
    .select(['year', 'subject', 'source', sql<number>`sum(hours)::int`.as('hours')])
    .where('studentId', '=', studentId)
    .groupBy(['year', 'subject', 'source'])
    .execute()
}

/** The entries that a source credited under all its names (source-names.ts), the first one first. */
export function listEntriesOf(db: Db, studentId: string, source: NewEntry['source'], name: string) {
  return db
    .selectFrom('hoursLedger')
    .select(columns)
    .where('studentId', '=', studentId)
    .where('source', '=', source)
    .where(sql<boolean>`split_part(source_id, chr(30), 1) = ${name}`)
    .orderBy('seq')
    .execute()
}
