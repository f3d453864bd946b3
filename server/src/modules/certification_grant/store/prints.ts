import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { hasPart } from '../../../platform/db/like.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import { matching } from './desk.ts'

export interface PrintWish {
  year?: number | undefined
  keyword?: string | undefined
  employer?: string | undefined
  /** as they stand in the registry, capital letters */
  numbers?: string[] | undefined
}

/** Valid proofs that a wish means, the newest number last; one more than `limit` tells that there are too many. */
export async function listWished(db: Db, wish: PrintWish, limit: number) {
  const { year, keyword, employer, numbers } = wish
  let query = db
    .selectFrom('proof')
    .innerJoin('student', 'student.id', 'proof.studentId')
    .where('revokedAt', 'is', null)
  if (year !== undefined) query = query.where('year', '=', year)
  if (keyword) query = query.where(matching(keyword))
  // the employer as it is printed
  if (employer) query = query.where(hasPart(sql`snapshot ->> 'employer'`, employer))
  if (numbers?.length)
    query = query.where(sql<SqlBool>`upper(student.certificate_no) = any(${numbers}::text[])`)
  const total = await countOf(query)
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

export type PrintRow = NonNullable<Awaited<ReturnType<typeof findPrint>>>

/** With the proofs in the order of the sheets, and the number of the claim under which it is drawn. */
export function findPrint(db: Db, id: string) {
  return db.selectFrom('proofPrint').selectAll().where('id', '=', id).executeTakeFirst()
}

/** False when the id is taken. */
export async function insertPrint(
  tx: Tx,
  row: {
    id: string
    staffId: string
    wish: PrintWish
    reason: string
    proofIds: string[]
    missing: string[]
    unprintable: string[]
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('proofPrint')
    .values({ ...row, state: 'WORKING', wish: JSON.stringify(row.wish) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface Mine {
  id: string
  claim: number
}

/** How far it is, and that somebody is at work on it. False: it is another's by now. */
export function setDone(db: Db, mine: Mine, done: number): Promise<boolean> {
  return change(db, mine, sql`done = ${done}`)
}

/** The file is whole. @returns false: it is another's by now */
export function setDrawn(db: Db, mine: Mine, file: { size: number; sha256: Buffer }) {
  return change(
    db,
    mine,
    sql`done = cardinality(proof_ids), state = 'DONE', size = ${file.size}, sha256 = ${file.sha256}`,
  )
}

/** Nobody tries again. @returns false: it is another's by now */
export function setFailed(db: Db, mine: Mine): Promise<boolean> {
  return change(db, mine, sql`state = 'FAILED'`)
}

async function change(db: Db, { id, claim }: Mine, what: ReturnType<typeof sql>): Promise<boolean> {
  const { numAffectedRows } = await sql`update proof_print set ${what}, touched_at = app_now()
    where id = ${id} and claim = ${claim} and state = 'WORKING'`.execute(db)
  return numAffectedRows === 1n
}

/** Somebody is alive who will draw these, or goes on with the one at hand. */
export async function touchPrints(db: Db, mine: Iterable<Mine>): Promise<void> {
  const list = [...mine]
  if (list.length === 0) return
  const [ids, claims] = [list.map(({ id }) => id), list.map(({ claim }) => claim)]
  await sql`
    with held as (
      select print.id from unnest(${ids}::uuid[], ${claims}::int[]) as mine (id, claim)
      join proof_print print using (id, claim) where print.state = 'WORKING'
      order by print.id for no key update of print)
    update proof_print print set touched_at = app_now() from held where print.id = held.id`.execute(
    db,
  )
}

/** Takes over one that nobody has touched for a minute; the third process that dies of it leaves it failed. */
export async function claimStalledPrint(db: Db): Promise<PrintRow | undefined> {
  const stalled = sql<SqlBool>`state = 'WORKING' and touched_at < (select app_now()) - interval '1 minute'`
  await sql`
    with held as (
      select id from proof_print where ${stalled} and claim >= 2 order by id for no key update skip locked)
    update proof_print set state = 'FAILED' from held where proof_print.id = held.id`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update proof_print set touched_at = app_now(), claim = claim + 1 where id = (
      select id from proof_print where ${stalled} order by touched_at limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0] && findPrint(db, rows[0].id)
}

/** What is left of batches of more than a day ago: files, whole or begun, and whose they are. */
export function listOldPrints(db: Db, job: string) {
  return db
    .selectFrom('proofPrint')
    .select('id')
    .where('state', '<>', 'WORKING')
    .where('removedAt', 'is', null)
    .where('createdAt', '<', sql<Date>`(select app_now()) - interval '1 day'`)
    .where(isNotPostponed(job, sql`proof_print.id`))
    .limit(100)
    .execute()
}

/** The row stays as the record of who asked for how many and why; the numbers of people go with the file. */
export async function setRemoved(db: Db, id: string): Promise<void> {
  await sql`
    update proof_print set removed_at = app_now(), wish = wish - 'numbers', missing = '{}', unprintable = '{}'
    where id = ${id}`.execute(db)
}
