import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { microsecondsSql } from '../../../../platform/db/heartbeats.ts'
import { heartbeatColumns, type SealableMonth, type SealedRow, sealedTable, toParquetRow } from '../sealed-rows.ts'

const selected = heartbeatColumns.map(({ name, type }) => {
  if (type === 'MICROSECONDS') return `${microsecondsSql(name)} as ${name}`
  return type === 'STRING' ? `${name}::text as ${name}` : name
})

/** The place of a row in the order of a partition. */
export interface RowPlace {
  no: number
  seq: number
}

export const beforeAllRows: RowPlace = { no: -1, seq: -1 }

export interface NextPart {
  partition: SealableMonth
  /** Parts of a month are numbered from 1 on. */
  no: number
  /** The last row before the part; its first number; its last row. */
  after: RowPlace
  firstNo: number
  last: RowPlace
}

export async function isMonthSealed(db: Db, month: number): Promise<boolean> {
  const row = await db
    .selectFrom('sealedMonth')
    .select('no')
    .where('tableName', '=', sealedTable)
    .where('month', '=', month)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasRows(db: Db, { name }: SealableMonth): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from ${sql.table(name)}) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Whether the last session of the month began more than `days` ago. */
export async function isMonthDue(db: Db, { first, end }: SealableMonth, days: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select opened_at < (select app_now()) - interval '1 day' * ${days}::int as due
    from play_session where no >= ${first} and no < ${end} order by no desc limit 1`.execute(db)
  return rows[0]?.due ?? false
}

export async function hasParts(db: Db, month: number): Promise<boolean> {
  const { rows } = await sql`
    select from sealed_part where table_name = ${sealedTable} and month = ${month} limit 1`.execute(db)
  return rows.length > 0
}

/** A session is running if its student sent a heartbeat in these days. */
const runningDays = 7

/**
 * Ends the next sessions of the month that are open or could still credit late heartbeats. They end with nothing left,
 * so that no heartbeat is added to a sealed month.
 * @returns the number of the last session, null after all of them, or 'running' when somebody still studies in one
 */
export async function endSessionsAfter(
  tx: Tx,
  { after, end, limit }: { after: number; end: number; limit: number },
): Promise<number | null | 'running'> {
  const { rows: found } = await sql<{ no: number; studentId: string }>`
    select no, student_id from play_session
    where no > ${after} and no < ${end} and (closed_at is null or left_ds > 0 or held <> '{}')
    order by no limit ${limit}`.execute(tx)
  if (found.length === 0) return null
  const [nos, students] = [found.map(({ no }) => no), found.map(({ studentId }) => studentId)]
  const { rows: clocks } = await sql<{ running: boolean }>`
    select session_no = any(${nos}::bigint[]) and day > shanghai_date(app_now()) - ${runningDays}::int as running
    from study_clock where student_id = any(${students}::uuid[]) order by student_id for update`.execute(tx)
  if (clocks.some(({ running }) => running)) return 'running'
  // Heartbeats that were judged before are judged again, because the version has changed.
  await sql`
    update study_clock set version = version + 1, allowance_ds = case when ${isOpen(nos)} then 0 else allowance_ds end,
      held = case when ${isOpen(nos)} then '{}' else held end,
      session_no = case when ${isOpen(nos)} then null else session_no end
    where student_id = any(${students}::uuid[])`.execute(tx)
  await sql`
    with ended as (select no from play_session where no = any(${nos}::bigint[]) order by no for no key update)
    update play_session set left_ds = 0, held = '{}', closed_at = coalesce(closed_at, app_now()),
      closed_by = coalesce(closed_by, 'END')
    from ended where ended.no = play_session.no`.execute(tx)
  return nos.at(-1) ?? null
}

const isOpen = (nos: readonly number[]) => sql`coalesce(session_no = any(${[...nos]}::bigint[]), false)`

/** @returns null when all rows of the month lie in parts */
export async function findNextPart(db: Db, partition: SealableMonth, rows: number): Promise<NextPart | null> {
  const part = await db
    .selectFrom('sealedPart')
    .select(['no', 'lastNo', 'lastSeq'])
    .where('tableName', '=', sealedTable)
    .where('month', '=', partition.month)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  const after = part ? { no: part.lastNo, seq: part.lastSeq } : beforeAllRows
  const from = sql`from ${sql.table(partition.name)} where (session_no, seq) > (${after.no}, ${after.seq})`
  const { rows: found } = await sql<{ place: 1 | 2 | 3; no: number; seq: number }>`
    (select 1 as place, session_no as no, seq ${from} order by session_no, seq limit 1)
    union all (select 2, session_no, seq ${from} order by session_no, seq offset ${rows - 1} limit 1)
    union all (select 3, session_no, seq ${from} order by session_no desc, seq desc limit 1)
    order by place`.execute(db)
  const [first, last] = found
  if (!first || !last) return null
  return { partition, no: (part?.no ?? 0) + 1, after, firstNo: first.no, last: { no: last.no, seq: last.seq } }
}

/** Lists rows up to the last one of the part. */
export async function listPartRows(
  db: Db,
  { partition, last }: NextPart,
  after: RowPlace,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await sql<Record<string, number | string | boolean | null>>`
    select ${sql.raw(selected.join())} from ${sql.table(partition.name)} beat
    where (beat.session_no, beat.seq) > (${after.no}, ${after.seq})
      and (beat.session_no, beat.seq) <= (${last.no}, ${last.seq})
    order by beat.session_no, beat.seq limit ${limit}`.execute(db.withoutPlugins())
  return rows.map(toParquetRow)
}

export async function listSignCoursesOfPart(db: Db, { firstNo, last }: NextPart): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct sign_course_id as id from play_session where no between ${firstNo} and ${last.no} order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Also remembers in each session what its heartbeats answered at most. */
export async function insertPart(
  tx: Tx,
  { partition, no, firstNo, last }: NextPart,
  { rows, fileId }: { rows: number; fileId: string },
): Promise<void> {
  await tx
    .insertInto('sealedPart')
    .values({
      ...{ tableName: sealedTable, month: partition.month, no, rows, fileId },
      ...{ firstNo, lastNo: last.no, lastSeq: last.seq },
    })
    .execute()
  await sql`
    with heard as (
      select session_no, max(credited_ds) as most from ${sql.table(partition.name)}
      where session_no between ${firstNo} and ${last.no} group by session_no),
    held as (select no from play_session where no between ${firstNo} and ${last.no} order by no for no key update)
    update play_session set sealed_ds = heard.most
    from held join heard on heard.session_no = held.no where play_session.no = held.no`.execute(tx)
}

export interface SealedPart {
  no: number
  rows: number
  firstNo: number
  lastNo: number
  lastSeq: number
  storageKey: string
  size: number
  sha256: Buffer
}

const selectParts = (db: Db) =>
  db
    .selectFrom('sealedPart')
    .innerJoin('file', 'file.id', 'sealedPart.fileId')
    .select(['sealedPart.no', 'rows', 'firstNo', 'lastNo', 'lastSeq', 'storageKey', 'size', 'sha256'])
    .where('tableName', '=', sealedTable)

export function listParts(db: Db, month: number): Promise<SealedPart[]> {
  return selectParts(db).where('month', '=', month).orderBy('sealedPart.no').execute()
}

export function findPart(db: Db, month: number, no: number): Promise<SealedPart | undefined> {
  return selectParts(db).where('month', '=', month).where('sealedPart.no', '=', no).executeTakeFirst()
}

/** Lists the parts that hold heartbeats of these sessions, with their numbers. */
export async function listPartsOfSessions(db: Db, nos: readonly number[]): Promise<(SealedPart & { nos: number[] })[]> {
  const { rows } = await sql<SealedPart & { nos: number[] }>`
    select part.no, rows, first_no, last_no, last_seq, storage_key, size, sha256,
      array_agg(asked.no::float8 order by asked.no) as nos
    from unnest(${[...nos]}::bigint[]) asked (no)
    join sealed_part part on part.table_name = ${sealedTable} and part.month = asked.no / 1000000000000
      and asked.no between part.first_no and part.last_no
    join file on file.id = part.file_id
    group by part.table_name, part.month, part.no, file.id order by part.month, part.no`.execute(db)
  return rows
}

export interface SealedMonth {
  no: number
  month: number
  rows: number
  contentHash: Buffer
  prevHash: Buffer
  hash: Buffer
}

const sealedMonthColumns = ['no', 'month', 'rows', 'contentHash', 'prevHash', 'hash'] as const

/** One process at a time continues the chain. */
export async function lockSealedMonths(tx: Tx): Promise<void> {
  await sql`lock table sealed_month in share row exclusive mode`.execute(tx)
}

export function findLastMonth(db: Db): Promise<SealedMonth | undefined> {
  return db.selectFrom('sealedMonth').select(sealedMonthColumns).orderBy('no', 'desc').limit(1).executeTakeFirst()
}

export function listMonthsFrom(db: Db, no: number, limit: number): Promise<SealedMonth[]> {
  return db
    .selectFrom('sealedMonth')
    .select(sealedMonthColumns)
    .where('no', '>=', no)
    .orderBy('no')
    .limit(limit)
    .execute()
}

export async function insertMonth(tx: Tx, row: SealedMonth): Promise<void> {
  await tx
    .insertInto('sealedMonth')
    .values({ tableName: sealedTable, ...row })
    .execute()
}

/** Lists months that were sealed longer ago than this, in real time. */
export async function listMonthsSealedBefore(db: Db, seconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sealedMonth')
    .select('month')
    .where('tableName', '=', sealedTable)
    .where('sealedAt', '<=', sql<Date>`now() - interval '1 second' * ${seconds}`)
    .execute()
  return rows.map(({ month }) => month)
}

/** Counts the rows behind `after` up to `last`. */
export async function countRows(
  db: Db,
  { name }: SealableMonth,
  { after, last }: { after: RowPlace; last: RowPlace },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(name)}
    where (session_no, seq) > (${after.no}, ${after.seq}) and (session_no, seq) <= (${last.no}, ${last.seq})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Months that have parts and neither a row in the chain nor rows in the table. */
export async function listMonthsWithoutSeal(db: Db): Promise<number[]> {
  const { rows } = await sql<{ month: number }>`
    select distinct month from sealed_part part
    where table_name = ${sealedTable} and not exists (
        select from sealed_month sealed where sealed.table_name = part.table_name and sealed.month = part.month)
      and not exists (select from study_beat
        where session_no >= part.month * 1000000000000 and session_no < (part.month + 1) * 1000000000000)
    order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** What the sessions with these numbers remember of their heartbeats. */
export async function listSealedCredit(db: Db, nos: readonly number[]): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ no: number; sealedDs: number | null }>`
    select no, sealed_ds from play_session where no = any(${[...nos]}::bigint[])`.execute(db)
  return new Map(rows.map(({ no, sealedDs }) => [no, sealedDs]))
}

/** Lists sessions whose heartbeats lie only in files. */
export async function listSealedSessions(db: Db, studentIds: readonly string[]) {
  const { rows } = await sql<{ no: number; lessonKey: string; course: string; lesson: string; device: string }>`
    select session.no, session.sign_course_id || ' ' || session.lesson_id as lesson_key, course.title as course,
      lesson.title as lesson, session.device
    from play_session session join sign_course on sign_course.id = session.sign_course_id
    join course on course.id = sign_course.course_id join lesson on lesson.id = session.lesson_id
    where session.student_id = any(${[...studentIds]}::uuid[]) and session.sealed_ds is not null
      and not exists (select from study_beat where session_no = session.no)`.execute(db)
  return rows
}
