import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { hasAnyRow, type Page, type PageRequest } from '../../../platform/db/page.ts'
import { type AttemptWithStudent, attemptColumns, attemptTables } from './attempt-columns.ts'

export type AppealRemedy = 'RESTORE' | 'RESET' | 'REGRADE' | 'NONE'
export type AppealState = 'OPEN' | 'UPHELD' | 'REJECTED'

export interface Appeal extends AttemptWithStudent {
  id: string
  text: string
  at: Date
  state: AppealState
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
  remedy: AppealRemedy | null
  remedyReason: string | null
  decisionId: string | null
  decisionState: 'WAITING' | 'DONE' | 'REFUSED' | 'WITHDRAWN' | null
  questionId: string | null
  questionNo: number | null
}

const select = sql`
  select ${attemptColumns}, appeal.id, appeal.text, appeal.at, appeal.state, appeal.answer, staff.name as answered_by,
    appeal.answered_at, appeal.remedy, appeal.remedy_reason, appeal.decision_id, decision.state as decision_state,
    appeal.question_id, (select question_no::int from exam_paper,
      jsonb_array_elements(paper -> 'questions') with ordinality as asked (question, question_no)
      where exam_paper.id = appeal.attempt_id and question ->> 'id' = appeal.question_id::text) as question_no
  from ${attemptTables}
  join exam_appeal appeal on appeal.attempt_id = attempt.id
  left join exam_decision decision on decision.id = appeal.decision_id
  left join staff on staff.id = appeal.answered_by`

const newestFirst = sql`order by appeal.at desc, appeal.id`

export async function findAppeal(db: Db, attemptId: string, id?: string | undefined): Promise<Appeal | undefined> {
  const one = id ? sql`and appeal.id = ${id}` : sql``
  const { rows } = await sql<Appeal>`
    ${select} where appeal.attempt_id = ${attemptId} ${one} ${newestFirst} limit 1`.execute(db)
  return rows[0]
}

export function isAppealRemedy(db: Db, decisionId: string): Promise<boolean> {
  return hasAnyRow(db.selectFrom('examAppeal').where('decisionId', '=', decisionId))
}

export async function listAppealsOfSignCourse(db: Db, signCourseId: string): Promise<Map<string, Appeal[]>> {
  const { rows } = await sql<Appeal>`
    ${select} where attempt.sign_course_id = ${signCourseId} order by appeal.at, appeal.id`.execute(db)
  return Map.groupBy(rows, ({ attemptId }) => attemptId)
}

/** Lists ended attempts without an appeal against their last decision. */
export async function listAppealableAttempts(db: Db, signCourseId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from attempt where sign_course_id = ${signCourseId} and submitted_at is not null and not exists (
      select from exam_appeal appeal where appeal.attempt_id = attempt.id and appeal.about = exam_decided_at(attempt.id, 'infinity'))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export interface AppealFilter extends PageRequest {
  state?: AppealState | undefined
}

/** SQL condition: the appeal has no answer yet, or the remedy that followed it was rejected or withdrawn. */
const waits = sql`(appeal.state = 'OPEN' or exists (select from exam_decision
  where exam_decision.id = appeal.decision_id and exam_decision.state in ('REFUSED', 'WITHDRAWN')))`

/** The newest rows come first; `total` counts all. OPEN also contains appeals whose remedy was rejected. */
export async function listAppeals(db: Db, { state, page, pageSize }: AppealFilter): Promise<Page<Appeal>> {
  const of = state === 'OPEN' ? waits : sql`appeal.state = ${state ?? null}`
  const where = state ? sql`where ${of}` : sql``
  // Selects the page first, then joins the people.
  const { rows } = await sql<Appeal>`${select} where appeal.id in (
      select appeal.id from exam_appeal appeal ${where}
      ${newestFirst} limit ${pageSize} offset ${(page - 1) * pageSize})
    ${newestFirst}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from exam_appeal appeal ${where}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

/** Returns false when the last decision already has an appeal. */
export function insertAppeal(db: Db, row: { attemptId: string; studentId: string; text: string }): Promise<boolean> {
  const about = sql<Date>`exam_decided_at(${row.attemptId}, 'infinity')`
  return insertOnce(db, 'examAppeal', { ...row, about })
}

export async function setAppealAnswer(
  tx: Tx,
  id: string,
  how: {
    state: 'UPHELD' | 'REJECTED'
    answer: string
    answeredBy: string
    remedy: AppealRemedy | null
    remedyReason: string | null
    decisionId: string | null
    questionId: string | null
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('examAppeal')
    .set({ ...how, answeredAt: sql`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function setAppealDecision(
  tx: Tx,
  { attemptId, kind, decisionId }: { attemptId: string; kind: string; decisionId: string },
): Promise<void> {
  await tx
    .updateTable('examAppeal')
    .set({ decisionId })
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'UPHELD')
    .where('remedy', '=', kind)
    .where('decisionId', 'in', (those) =>
      those.selectFrom('examDecision').select('id').where('state', 'in', ['REFUSED', 'WITHDRAWN']),
    )
    .execute()
}

/** Finds an identical undecided proposal by another person. */
export function findOpenDecisionProposal(tx: Tx, attemptId: string, kind: 'RESTORE' | 'RESET') {
  return tx
    .selectFrom('examDecision')
    .select('id')
    .where('attemptId', '=', attemptId)
    .where('kind', '=', kind)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
}
