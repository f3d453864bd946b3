import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { FindingKind, FindingPart, NewQuestionFinding, StoredQuestionFinding } from '../findings.ts'

/** The cast is safe, because only `insertFindings` writes these columns. */
function toFinding<Row extends { kind: string; part: string }>(row: Row) {
  return { ...row, kind: row.kind as FindingKind, part: row.part as FindingPart }
}

const columns = ['kind', 'part', 'quote', 'serious', 'fromFile', 'acceptedBy', 'acceptedAt', 'reason'] as const

export async function listFindingsByQuestion(
  db: Db,
  questionIds: readonly string[],
): Promise<Map<string, StoredQuestionFinding[]>> {
  if (questionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('questionFinding')
    .select(['questionId', ...columns])
    .where('questionId', 'in', questionIds)
    .execute()
  return Map.groupBy(rows.map(toFinding), ({ questionId }) => questionId)
}

export interface FindingOfQuestion {
  questionId: string
  findings: readonly NewQuestionFinding[]
}

export async function insertFindings(db: Db, found: readonly FindingOfQuestion[]): Promise<void> {
  const rows = found.flatMap(({ questionId, findings }) => findings.map((one) => ({ questionId, ...one })))
  for (let at = 0; at < rows.length; at += 2000)
    await db
      .insertInto('questionFinding')
      .values(rows.slice(at, at + 2000))
      .execute()
}

/** Removes acceptances of findings too, because they refer to the old wording. */
export async function replaceFindings(tx: Tx, found: readonly FindingOfQuestion[]): Promise<void> {
  const ids = found.map(({ questionId }) => questionId)
  if (ids.length === 0) return
  await sql`
    with held as (
      select question_id, kind, part from question_finding where question_id = any(${ids}::uuid[])
      order by question_id, kind, part for update)
    delete from question_finding using held where question_finding.question_id = held.question_id
      and question_finding.kind = held.kind and question_finding.part = held.part`.execute(tx)
  await insertFindings(tx, found)
}

/** @returns false if the finding was accepted already */
export async function acceptFinding(
  tx: Tx,
  { questionId, kind, part }: { questionId: string; kind: FindingKind; part: FindingPart },
  accepted: { by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('questionFinding')
    .set({ acceptedBy: accepted.by, acceptedAt: sql`app_now()`, reason: accepted.reason })
    .where('questionId', '=', questionId)
    .where('kind', '=', kind)
    .where('part', '=', part)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lists findings of enabled questions, most serious first. */
export async function listOpenFindings(db: Db, courseIds?: readonly string[]): Promise<OpenFinding[]> {
  const ids = courseIds ? [...courseIds] : null
  const { rows } = await sql<OpenFinding>`
    select question.course_id as "courseId", question.id, question.no, found.kind, found.part, found.quote, found.serious
    from question_finding found join question on question.id = found.question_id and question.enabled
    where found.accepted_at is null and (${ids}::uuid[] is null or question.course_id = any(${ids}::uuid[]))
    order by found.serious desc, question.no, found.part, found.kind`.execute(db)
  return rows
}

export interface OpenFinding {
  courseId: string
  id: string
  no: number
  kind: FindingKind
  part: FindingPart
  quote: string
  serious: boolean
}

export async function listUncheckedCourses(db: Db, version: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct course_id as id from question where checked < ${version} limit 200`.execute(db)
  return rows.map(({ id }) => id)
}
