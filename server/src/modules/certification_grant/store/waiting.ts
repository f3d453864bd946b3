import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import type { MissingLetters } from '../printed-texts.ts'

interface Owner {
  studentId: string
  year: number
}

export interface WaitingProof extends Owner {
  missing: MissingLetters[]
}

/** The column's guarantee: only keepWaiting writes it. */
function missingIn(json: unknown): MissingLetters[] {
  return json as MissingLetters[]
}

/** Years that wait from now on, or go on waiting for other letters. */
export async function keepWaiting(tx: Tx, rows: readonly WaitingProof[]): Promise<void> {
  const codePoints = rows.map(
    ({ missing }) =>
      `{${[...new Set(missing.flatMap(({ letters }) => [...letters]))]
        .map((letter) => letter.codePointAt(0))
        .join()}}`,
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

/** They wait no longer: issued, or no longer due. */
export async function endWaiting(tx: Tx, owners: readonly Owner[]): Promise<void> {
  await sql`
    with held as (
      select student_id, year from proof_waiting
      where (student_id, year) in (select * from unnest(
        ${owners.map(({ studentId }) => studentId)}::uuid[], ${owners.map(({ year }) => year)}::int[]))
      order by student_id, year for update)
    delete from proof_waiting using held
    where proof_waiting.student_id = held.student_id and proof_waiting.year = held.year`.execute(tx)
}

/** Of one student. */
export async function listWaitingOf(db: Db, studentId: string) {
  const rows = await db
    .selectFrom('proofWaiting')
    .select(['year', 'missing', 'since'])
    .where('studentId', '=', studentId)
    .execute()
  return rows.map((row) => ({ ...row, missing: missingIn(row.missing) }))
}

/** A part of all that wait, in the order of their keys, after one of them; what failed waits for its next try. */
export async function listWaiting(
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
    .where(isNotPostponed(job, sql`proof_waiting.student_id || ' ' || proof_waiting.year`))
    .orderBy('studentId')
    .orderBy('year')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, missing: missingIn(row.missing) }))
}

/** the index's own condition, word for word: without it every proof there is would be read */
const notPrintable = sql<boolean>`printable is distinct from true`

/** Proofs of before that were not looked at yet, or cannot be printed. */
export async function listUnsure(db: Db, limit: number) {
  const some = (printable: false | null) =>
    db
      .selectFrom('proof')
      .select(['id', 'snapshot'])
      .where('printable', 'is', printable)
      .where(notPrintable)
      .orderBy('id')
      .limit(limit)
      .execute()
  return [...(await some(null)), ...(await some(false))]
}

/** What was found of proofs of before. */
export async function setPrintable(
  tx: Tx,
  ids: readonly string[],
  printable: boolean,
): Promise<void> {
  await sql`
    with held as (
      select id from proof where id = any(${[...ids]}::uuid[]) and printable is distinct from ${printable}
      order by id for no key update)
    update proof set printable = ${printable} from held where proof.id = held.id`.execute(tx)
}
