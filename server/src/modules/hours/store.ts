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

/** Appends to the student's chain (the database makes it); false when this source was credited before. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const row = await tx.insertInto('hoursLedger').values(entry).returning('seq').executeTakeFirst()
  return row !== undefined
}

/** A student's entries, of one year or all, in the order they were written. */
export function listEntries(db: Db, studentId: string, year?: number) {
  let query = db
    .selectFrom('hoursLedger')
    .select(['seq', 'year', 'subject', 'source', 'sourceId', 'hours', 'title', 'actor', 'at'])
    .where('studentId', '=', studentId)
  if (year !== undefined) query = query.where('year', '=', year)
  return query.orderBy('seq').execute()
}

export function sumByYear(db: Db, studentId: string, year?: number) {
  let query = db
    .selectFrom('hoursLedger')
    .select(['year', 'subject', 'source', sql<number>`sum(hours)::int`.as('hours')])
    .where('studentId', '=', studentId)
  if (year !== undefined) query = query.where('year', '=', year)
  return query.groupBy(['year', 'subject', 'source']).execute()
}

export function findEntry(db: Db, studentId: string, source: NewEntry['source'], sourceId: string) {
  return db
    .selectFrom('hoursLedger')
    .select(['seq', 'year', 'subject', 'hours', 'title'])
    .where('studentId', '=', studentId)
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst()
}
