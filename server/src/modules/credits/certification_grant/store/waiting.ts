import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'
import type { MissingGlyphs } from '../printed-texts.ts'

interface Owner {
  studentId: string
  year: number
}

export interface WaitingProof extends Owner {
  missing: MissingGlyphs[]
}

/** The cast is safe, because only `saveWaitingProofs` writes this column. */
function missingIn(json: unknown): MissingGlyphs[] {
  return json as MissingGlyphs[]
}

export async function saveWaitingProofs(tx: Tx, rows: readonly WaitingProof[]): Promise<void> {
  const codePoints = rows.map(
    ({ missing }) =>
      `{${[...new Set(missing.flatMap(({ letters }) => [...letters]))].map((letter) => letter.codePointAt(0)).join()}}`,
  )
  await sql`
    insert into proof_waiting as waiting (student_id, year, missing, code_points)
    select student_id, year, missing::jsonb, code_points::int[]
    from unnest(${rows.map(({ studentId }) => studentId)}::uuid[], ${rows.map(({ year }) => year)}::int[],
      ${rows.map(({ missing }) => JSON.stringify(missing))}::text[], ${codePoints}::text[])
      as given (student_id, year, missing, code_points)
    order by student_id, year
    on conflict (student_id, year) do update set missing = excluded.missing, code_points = excluded.code_points
    where waiting.missing <> excluded.missing`.execute(tx)
}

export async function deleteWaitingProofs(tx: Tx, owners: readonly Owner[]): Promise<void> {
  await sql`
    with held as (
      select student_id, year from proof_waiting
      where (student_id, year) in (select * from unnest(
        ${owners.map(({ studentId }) => studentId)}::uuid[], ${owners.map(({ year }) => year)}::int[]))
      order by student_id, year for update)
    delete from proof_waiting using held
    where proof_waiting.student_id = held.student_id and proof_waiting.year = held.year`.execute(tx)
}

export async function listWaitingProofsOfStudent(db: Db, studentId: string) {
  const rows = await db
    .selectFrom('proofWaiting')
    .select(['year', 'missing', 'since'])
    .where('studentId', '=', studentId)
    .execute()
  return rows.map((row) => ({ ...row, missing: missingIn(row.missing) }))
}

/** Leaves out a year that failed in this job, until its next try is due. */
export async function listWaitingProofs(
  db: Db,
  job: string,
  { after, limit }: { after: Owner | null; limit: number },
): Promise<(WaitingProof & { isClosed: boolean })[]> {
  const { studentId, year } = after ?? {
    studentId: '00000000-0000-0000-0000-000000000000',
    year: 0,
  }
  const rows = await db
    .selectFrom('proofWaiting')
    .innerJoin('student', 'student.id', 'proofWaiting.studentId')
    .select(['studentId', 'year', 'missing', sql<boolean>`closed_at is not null`.as('isClosed')])
    .where(sql<boolean>`(student_id, year) > (${studentId}::uuid, ${year}::int)`)
    .where(isNotPostponedSql(job, sql`proof_waiting.student_id || ' ' || proof_waiting.year`))
    .orderBy('studentId')
    .orderBy('year')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, missing: missingIn(row.missing) }))
}

/** This must be the condition of the partial index, or PostgreSQL does not use that index. */
const notPrintable = sql<boolean>`printable is distinct from true`

/** Leaves out proofs that failed in this job until their next try. */
export async function listProofsToExamine(db: Db, job: string, limit: number) {
  const some = (printable: false | null) =>
    db
      .selectFrom('proof')
      .select(['id', 'snapshot'])
      .where('printable', 'is', printable)
      .where(notPrintable)
      .where(isNotPostponedSql(job, sql`proof.id`))
      .orderBy('id')
      .limit(limit)
      .execute()
  return [...(await some(null)), ...(await some(false))]
}

export async function setProofsPrintable(tx: Tx, ids: readonly string[], printable: boolean): Promise<void> {
  await sql`
    with held as (
      select id from proof where id = any(${[...ids]}::uuid[]) and printable is distinct from ${printable}
      order by id for no key update)
    update proof set printable = ${printable} from held where proof.id = held.id`.execute(tx)
}
