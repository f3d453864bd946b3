import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { nameContainsSql } from '../../../../platform/db/like.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'
import { proofKeywordFilter } from './desk.ts'

export interface PrintRequest {
  year?: number | undefined
  keyword?: string | undefined
  employer?: string | undefined
  /** Pharmacists' certificate numbers in capital letters. */
  numbers?: string[] | undefined
}

/** Reads one row more than `limit`, so that the caller sees when there are too many proofs. */
export async function listRequestedProofs(db: Db, wish: PrintRequest, limit: number) {
  const { year, keyword, employer, numbers } = wish
  let query = db
    .selectFrom('proof')
    .innerJoin('student', 'student.id', 'proof.studentId')
    .where('revokedAt', 'is', null)
  if (year !== undefined) query = query.where('year', '=', year)
  if (keyword) query = query.where(proofKeywordFilter(keyword))
  if (employer) query = query.where(nameContainsSql(sql`snapshot ->> 'employer'`, employer))
  if (numbers?.length) query = query.where(sql<SqlBool>`upper(student.certificate_no) = any(${numbers}::text[])`)
  const total = await countQueryRows(query)
  const list = await query
    .select([
      'proof.id',
      'proof.snapshot',
      'proof.printable',
      sql<string>`upper(student.certificate_no)`.as('certificateNo'),
    ])
    .orderBy('proof.number')
    .limit(limit)
    .execute()
  return { list, total }
}

export type PrintRun = NonNullable<Awaited<ReturnType<typeof findPrintRun>>>

/** The proof ids are in the order of the sheets. */
export function findPrintRun(db: Db, id: string) {
  return db.selectFrom('proofPrint').selectAll().where('id', '=', id).executeTakeFirst()
}

export function countWorkingPrintRuns(db: Db, staffId: string): Promise<number> {
  return countQueryRows(db.selectFrom('proofPrint').where('staffId', '=', staffId).where('state', '=', 'WORKING'))
}

/** Returns false if the id is taken. */
export async function insertPrintRun(
  tx: Tx,
  row: {
    id: string
    staffId: string
    wish: PrintRequest
    reason: string
    proofIds: string[]
    missing: string[]
    unprintable: string[]
  },
): Promise<boolean> {
  const wish = JSON.stringify(row.wish)
  return insertOnce(tx, 'proofPrint', { ...row, state: 'WORKING', wish })
}

interface Mine {
  id: string
  claim: number
}

/** Returns false if another process has claimed the print run. */
export function setPrintProgress(db: Db, mine: Mine, done: number): Promise<boolean> {
  return change(db, mine, sql`done = ${done}`)
}

/** Returns false if another process has claimed the print run. */
export function setPrintRendered(db: Db, mine: Mine, file: { size: number; sha256: Buffer }) {
  return change(
    db,
    mine,
    sql`done = cardinality(proof_ids), state = 'DONE', size = ${file.size}, sha256 = ${file.sha256}`,
  )
}

/** Returns false if another process has claimed the print run. */
export function setPrintFailed(db: Db, mine: Mine): Promise<boolean> {
  return change(db, mine, sql`state = 'FAILED'`)
}

async function change(db: Db, { id, claim }: Mine, what: ReturnType<typeof sql>): Promise<boolean> {
  const { numAffectedRows } = await sql`update proof_print set ${what}, touched_at = app_now()
    where id = ${id} and claim = ${claim} and state = 'WORKING'`.execute(db)
  return numAffectedRows === 1n
}

/** Shows other processes that these print runs are still active. */
export async function touchPrintRuns(db: Db, mine: Iterable<Mine>): Promise<void> {
  const list = [...mine]
  if (list.length === 0) return
  const [ids, claims] = [list.map(({ id }) => id), list.map(({ claim }) => claim)]
  await sql`
    with held as (
      select print.id from unnest(${ids}::uuid[], ${claims}::int[]) as mine (id, claim)
      join proof_print print using (id, claim) where print.state = 'WORKING'
      order by print.id for no key update of print)
    update proof_print print set touched_at = app_now() from held where print.id = held.id`.execute(db)
}

/** Claims a print run after a minute without activity; after three crashed processes the run fails. */
export async function claimStalledPrintRun(db: Db): Promise<PrintRun | undefined> {
  const stalled = sql<SqlBool>`state = 'WORKING' and touched_at < (select app_now()) - interval '1 minute'`
  await sql`
    with held as (
      select id from proof_print where ${stalled} and claim >= 2 order by id for no key update skip locked)
    update proof_print set state = 'FAILED' from held where proof_print.id = held.id`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update proof_print set touched_at = app_now(), claim = claim + 1 where id = (
      select id from proof_print where ${stalled} order by touched_at limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0] && findPrintRun(db, rows[0].id)
}

/** A process that stops in order gives its print run back, and the claim does not count as a crash. */
export async function unclaimPrintRun(db: Db, { id, claim }: Mine): Promise<void> {
  await sql`update proof_print set claim = claim - 1, touched_at = '-infinity'
    where id = ${id} and claim = ${claim} and state = 'WORKING'`.execute(db)
}

export function listOldPrintRuns(db: Db, job: string) {
  return db
    .selectFrom('proofPrint')
    .select('id')
    .where('state', '<>', 'WORKING')
    .where('removedAt', 'is', null)
    .where('createdAt', '<', sql<Date>`(select app_now()) - interval '1 day'`)
    .where(isNotPostponedSql(job, sql`proof_print.id`))
    .limit(100)
    .execute()
}

/** Also deletes the pharmacists' certificate numbers of the print run. */
export async function setPrintFileRemoved(db: Db, id: string): Promise<void> {
  await sql`
    update proof_print set removed_at = app_now(), wish = wish - 'numbers', missing = '{}', unprintable = '{}'
    where id = ${id}`.execute(db)
}
