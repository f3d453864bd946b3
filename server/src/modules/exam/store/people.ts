import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'
import { matchesStudentKeyword } from './board.ts'

interface Wanted extends PageRequest {
  keyword?: string | undefined
}

export interface ExtraTime {
  studentId: string
  studentName: string
  phone: string
  percent: number
  reason: string
  setBy: string
  setAt: Date
}

async function listPeople<Row>(
  db: Db,
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page, pageSize }: PageRequest,
): Promise<Page<Row>> {
  const { rows } = await sql<Row>`
    select student.id as student_id, student.name as student_name, student.phone, ${columns} ${from}
    order by ${order} desc, student.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total ${from}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

export function listExtraTimes(db: Db, filter: Wanted) {
  return listPeople<ExtraTime>(
    db,
    sql`extra.percent, extra.reason, extra.set_by, extra.set_at`,
    sql`from exam_extra_time extra join student on student.id = extra.student_id where ${matchesStudentKeyword(filter.keyword)}`,
    sql`extra.set_at`,
    filter,
  )
}

export async function findStudentByPhone(db: Db, phone: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('student')
    .select('id')
    .where('phone', '=', phone)
    // Leave out closed accounts, because one of them may have had the same phone number.
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function findExtraTimePercent(db: Db, studentId: string): Promise<number> {
  const row = await db
    .selectFrom('examExtraTime')
    .select('percent')
    .where('studentId', '=', studentId)
    .executeTakeFirst()
  return row?.percent ?? 0
}

export function findExtraTime(db: Db, studentId: string) {
  return db
    .selectFrom('examExtraTime')
    .select(['percent', 'reason'])
    .where('studentId', '=', studentId)
    .executeTakeFirst()
}

export async function setExtraTimePercent(
  tx: Tx,
  row: { studentId: string; percent: number; reason: string; setBy: string },
): Promise<void> {
  const { studentId, ...granted } = row
  if (row.percent === 0) await tx.deleteFrom('examExtraTime').where('studentId', '=', studentId).execute()
  else
    await tx
      .insertInto('examExtraTime')
      .values(row)
      .onConflict((conflict) => conflict.column('studentId').doUpdateSet({ ...granted, setAt: sql<Date>`app_now()` }))
      .execute()
}

type Level = 'GREEN' | 'AMBER' | 'RED'

export interface Rehearsal {
  at: Date
  camera: Level
  upload: Level
  clock: Level
  autosave: Level
}

/** Serializes rehearsals of a student. @returns how many were stored today */
export async function lockRehearsals(tx: Tx, studentId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rehearsal ${studentId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exam_rehearsal
    where student_id = ${studentId} and shanghai_date(at) = shanghai_date(app_now())`.execute(tx)
  return rows[0]?.count ?? 0
}

export function findRehearsal(db: Db, id: string) {
  return db
    .selectFrom('examRehearsal')
    .select(['studentId', 'at', 'camera', 'upload', 'clock', 'autosave'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @throws 23505 when the id is taken */
export function insertRehearsal(
  db: Db,
  { notes, ...row }: Omit<Rehearsal, 'at'> & { id: string; studentId: string; notes: Record<string, string> },
): Promise<Rehearsal> {
  return db
    .insertInto('examRehearsal')
    .values({ ...row, detail: JSON.stringify(notes) })
    .returning(['at', 'camera', 'upload', 'clock', 'autosave'])
    .executeTakeFirstOrThrow()
}

export function findLastRehearsal(db: Db, studentId: string): Promise<Rehearsal | undefined> {
  return db
    .selectFrom('examRehearsal')
    .select(['at', 'camera', 'upload', 'clock', 'autosave'])
    .where('studentId', '=', studentId)
    .orderBy('at', 'desc')
    .executeTakeFirst()
}

/** Lists the newest rehearsal of each student; `worst` filters by the worst of the four parts. */
export function listRehearsals(db: Db, filter: Wanted & { worst?: Level | undefined }) {
  const parts = sql`array[newest.camera, newest.upload, newest.clock, newest.autosave]`
  const worst = sql`case when 'RED' = any(${parts}) then 'RED' when 'AMBER' = any(${parts}) then 'AMBER' else 'GREEN' end`
  const wanted = filter.worst ? sql`${worst} = ${filter.worst}` : sql`true`
  return listPeople<Rehearsal & { studentId: string; studentName: string; phone: string; notes: object }>(
    db,
    sql`newest.at, newest.camera, newest.upload, newest.clock, newest.autosave, newest.detail as notes`,
    sql`from (select distinct on (student_id) * from exam_rehearsal order by student_id, at desc) newest
      join student on student.id = newest.student_id where ${wanted} and ${matchesStudentKeyword(filter.keyword)}`,
    sql`newest.at`,
    filter,
  )
}

/** Call when these students will take no more exams. @returns number of rows */
export async function forgetRehearsalsAndExtraTime(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const rehearsals = await tx.deleteFrom('examRehearsal').where('studentId', 'in', studentIds).executeTakeFirst()
  const extra = await tx.deleteFrom('examExtraTime').where('studentId', 'in', studentIds).executeTakeFirst()
  return Number(rehearsals.numDeletedRows + extra.numDeletedRows)
}
