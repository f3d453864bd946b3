import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'
import { createProposalTable } from '../../../platform/db/proposals.ts'
import { isNotPostponedSql, retrySweepFailures } from '../../../platform/db/sweep-failures.ts'
import type { AnswerKeyCorrection } from '../grade.ts'
import type { CurrentExamResult, Outcome, RegradeKind } from '../regrade.ts'

export type RegradeState = 'WAITING' | 'RUNNING' | 'DONE' | 'REFUSED' | 'WITHDRAWN'

/** Hours are counted in tenths. */
export interface RegradeCounts {
  papers: number
  outcomes: Partial<Record<Outcome, number>>
  yearClosed: number
  unclear: number
  hoursGained: number
  hoursLost: number
  proofsRevoked: number
  proofsIssued: number
}

export interface Regrade {
  id: string
  questionId: string
  questionNo: number
  stem: string
  courseTitle: string
  kind: RegradeKind
  reason: string
  loseReason: string | null
  preview: string
  counts: RegradeCounts
  askedById: string
  askedBy: string
  askedAt: Date
  state: RegradeState
  decidedBy: string | null
  decidedAt: Date | null
  note: string
  doneAt: Date | null
  /** All papers of the decided regrade; `done` counts finished ones. */
  total: number
  done: number
  failed: number
}

export const regradeJobName = 'exam.regradePapers'

const select = sql`
  select regrade.id, regrade.question_id, question.no as question_no, question.stem, course.title as course_title, regrade.kind, regrade.reason,
    regrade.lose_reason, regrade.preview, regrade.counts, regrade.asked_by as asked_by_id, asker.name as asked_by, regrade.asked_at, regrade.state,
    decider.name as decided_by, regrade.decided_at, regrade.note, regrade.done_at, held.total, held.done, held.failed
  from exam_regrade regrade
  join question on question.id = regrade.question_id
  join course on course.id = question.course_id
  join staff asker on asker.id = regrade.asked_by
  left join staff decider on decider.id = regrade.decided_by
  cross join lateral (select count(*)::int as total, (count(*) filter (where done_at is not null))::int as done,
      (count(*) filter (where done_at is null and exists (select from sweep_failure failure
        where failure.job = ${regradeJobName} and failure.subject = paper.id::text)))::int as failed
    from exam_regrade_paper paper where paper.regrade_id = regrade.id) held`

export async function findRegrade(db: Db, id: string): Promise<Regrade | undefined> {
  const { rows } = await sql<Regrade>`${select} where regrade.id = ${id}`.execute(db)
  return rows[0]
}

export interface RegradeFilter extends PageRequest {
  questionId?: string | undefined
}

export async function listRegrades(db: Db, { questionId, page, pageSize }: RegradeFilter): Promise<Page<Regrade>> {
  const where = questionId ? sql`where regrade.question_id = ${questionId}` : sql``
  const { rows } = await sql<Regrade>`${select} ${where}
    order by regrade.asked_at desc, regrade.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from exam_regrade regrade ${where}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

export const regradeProposalTable = createProposalTable('examRegrade', { state: 'state', reason: 'note' }, findRegrade)

/** Returns false when the id is taken or the question has an open regrade. */
export function insertRegrade(
  tx: Tx,
  row: {
    id: string
    questionId: string
    kind: RegradeKind
    reason: string
    loseReason: string | null
    preview: string
    counts: RegradeCounts
    loses: string[]
    askedBy: string
  },
): Promise<boolean> {
  return insertOnce(tx, 'examRegrade', { ...row, counts: JSON.stringify(row.counts) })
}

export interface NewRegradePaper {
  paperId: string
  answer: string[] | null
}

/** Inserts the papers that the regrade covers. From now on they are marked by the corrected answer key. */
export async function insertRegradePapers(
  tx: Tx,
  regradeId: string,
  papers: readonly NewRegradePaper[],
): Promise<void> {
  const rows = papers.map(({ paperId, answer }) => ({ paper_id: paperId, answer }))
  await sql`
    insert into exam_regrade_paper (regrade_id, paper_id, answer, may_lose)
    select regrade.id, paper.id, each.answer, paper.id = any(regrade.loses)
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (paper_id uuid, answer text[])) with ordinality
      as each (paper_id, answer, place)
    join exam_paper paper on paper.id = each.paper_id
    join exam_regrade regrade on regrade.id = ${regradeId}
    order by each.place`.execute(tx)
}

/** Skips recent failures and students with another running attempt of the course. */
export async function listDueRegradePapers(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select due.id from exam_regrade_paper due join exam_regrade regrade on regrade.id = due.regrade_id and regrade.state = 'RUNNING'
    left join attempt on attempt.id = due.paper_id
    where due.done_at is null and due.id > ${after} and ${isNotPostponedSql(regradeJobName, sql`due.id`)}
      and not exists (select from attempt other where other.sign_course_id = attempt.sign_course_id and other.id <> attempt.id
        and attempt.submitted_at is not null and other.submitted_at is null)
    order by due.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns undefined when the paper is done or locked by another process. */
export async function lockDueRegradePaper(tx: Tx, id: number) {
  const { rows } = await sql<{
    id: number
    regradeId: string
    paperId: string
    reason: string
    loseReason: string | null
    mayLose: boolean
  }>`
    select due.id, due.regrade_id, due.paper_id, due.may_lose, regrade.reason, regrade.lose_reason
    from exam_regrade_paper due join exam_regrade regrade on regrade.id = due.regrade_id
    where due.id = ${id} and due.done_at is null for update of due skip locked`.execute(tx)
  return rows[0]
}

/** The caller must hold the lock of the sign. */
export async function findRegradeContext(tx: Tx, attempt: { id: string; signCourseId: string; studentId: string }) {
  const { rows } = await sql<{
    accountClosed: boolean
    passedElsewhere: boolean
    runsElsewhere: boolean
  }>`
    select exists (select from student where id = ${attempt.studentId} and closed_at is not null) as account_closed,
      coalesce(bool_or(passed and voided_at is null), false) as passed_elsewhere,
      coalesce(bool_or(submitted_at is null), false) as runs_elsewhere
    from attempt where sign_course_id = ${attempt.signCourseId} and id <> ${attempt.id}`.execute(tx)
  return rows[0] ?? { accountClosed: false, passedElsewhere: false, runsElsewhere: false }
}

export async function setRegradePaperOutcome(
  tx: Tx,
  id: number,
  { outcome, before, now }: { outcome: Outcome; before: CurrentExamResult | null; now: CurrentExamResult | null },
): Promise<void> {
  await tx
    .updateTable('examRegradePaper')
    .set({
      outcome,
      doneAt: sql`app_now()`,
      oldScore: before?.score,
      oldRight: before?.right,
      oldWrong: before?.wrong,
      oldPassed: before?.passed,
      newScore: now?.score,
      newRight: now?.right,
      newWrong: now?.wrong,
      newPassed: now?.passed,
      written: sql`pg_current_xact_id()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Stores the new result of the attempt. A trigger requires that the old result is kept in the row of the regrade. */
export async function setRegradedResult(
  tx: Tx,
  attemptId: string,
  { score, right, wrong, passed, review }: CurrentExamResult & { review: boolean },
): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ score, rightCount: right, wrongCount: wrong, passed, review })
    .where('id', '=', attemptId)
    .execute()
}

/** Leaves out regrades that failed to end until their next try. */
export async function listFinishedRegrades(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_regrade regrade where state = 'RUNNING' and ${isNotPostponedSql(regradeJobName, sql`regrade.id`)}
      and not exists (select from exam_regrade_paper due where due.regrade_id = regrade.id and due.done_at is null)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns the course; undefined when another process has finished it */
export async function setRegradeDone(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ courseId: string }>`
    update exam_regrade set state = 'DONE', done_at = app_now() from question
    where exam_regrade.id = ${id} and exam_regrade.state = 'RUNNING' and question.id = exam_regrade.question_id
    returning question.course_id`.execute(tx)
  return rows[0]?.courseId
}

/** @returns number of failed papers that are now due */
export function setFailedPapersDue(tx: Tx, id: string): Promise<number> {
  const due = sql`
    select due.id::text from exam_regrade_paper due where due.regrade_id = ${id} and due.done_at is null`
  return retrySweepFailures(tx, regradeJobName, due)
}

export interface RegradedPaper {
  attemptId: string
  studentName: string
  phone: string
  year: number
  no: number
  outcome: Outcome | null
  oldScore: number | null
  oldPassed: boolean | null
  newScore: number | null
  newPassed: boolean | null
  doneAt: Date | null
  /** Number of failed tries of the job. */
  tries: number
}

export interface RegradedPaperFilter extends PageRequest {
  id: string
  outcome?: Outcome | 'DUE' | 'FAILED' | undefined
}

export async function listRegradedPapers(
  db: Db,
  { id, outcome, page, pageSize }: RegradedPaperFilter,
): Promise<Page<RegradedPaper>> {
  const wanted =
    outcome === 'DUE'
      ? sql`held.done_at is null`
      : outcome === 'FAILED'
        ? sql`held.done_at is null and failure.tries is not null`
        : outcome
          ? sql`held.outcome = ${outcome}`
          : sql`true`
  const from = sql`
    from exam_regrade_paper held
    left join sweep_failure failure on failure.job = ${regradeJobName} and failure.subject = held.id::text and held.done_at is null
    where held.regrade_id = ${id} and ${wanted}`
  const { rows } = await sql<RegradedPaper>`
    select held.paper_id as attempt_id, student.name as student_name, student.phone, plan.year, paper.no, held.outcome, held.old_score,
      held.old_passed, held.new_score, held.new_passed, held.done_at, coalesce(held.tries, 0) as tries
    from (select held.*, failure.tries ${from} order by held.id limit ${pageSize} offset ${(page - 1) * pageSize}) held
    join exam_paper paper on paper.id = held.paper_id
    join sign_course chosen on chosen.id = paper.sign_course_id
    join student on student.id = chosen.student_id
    join plan on plan.id = chosen.plan_id
    order by held.id`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total ${from}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

/** The old score is null when the attempt was running. */
export interface RegradeOfAttempt {
  attemptId: string
  at: Date
  kind: RegradeKind
  reason: string
  outcome: Outcome
  oldScore: number | null
  oldPassed: boolean | null
  newScore: number | null
  newPassed: boolean | null
}

/** Lists the oldest regrade first, and only regrades that changed the result or could have. */
export async function listRegradesOfSignCourse(db: Db, signCourseId: string): Promise<Map<string, RegradeOfAttempt[]>> {
  const { rows } = await sql<RegradeOfAttempt>`
    select attempt.id as attempt_id, held.done_at as at, regrade.kind, regrade.reason, held.outcome, held.old_score, held.old_passed,
      held.new_score, held.new_passed
    from attempt join exam_regrade_paper held on held.paper_id = attempt.id and held.done_at is not null
    join exam_regrade regrade on regrade.id = held.regrade_id
    where attempt.sign_course_id = ${signCourseId} and held.outcome not in ('SAME', 'NOT_BEGUN', 'ACCOUNT_CLOSED')
    order by held.id`.execute(db)
  return Map.groupBy(rows, ({ attemptId }) => attemptId)
}

/**
 * Corrections by paper, in order of decision. They are read under the lock of the attempt, so a later regrade finds the
 * result. The inner `select` keeps the query plan (decision 030).
 */
export async function listCorrections(
  db: Db,
  paperIds: readonly string[],
): Promise<Map<string, AnswerKeyCorrection[]>> {
  if (paperIds.length === 0) return new Map()
  const { rows } = await sql<AnswerKeyCorrection & { paperId: string }>`
    select held.paper_id, regrade.question_id, regrade.kind, held.answer
    from exam_regrade_paper held join exam_regrade regrade on regrade.id = held.regrade_id
    where held.paper_id = any((select ${[...paperIds]}::uuid[])::uuid[])
    order by regrade.decided_at, regrade.id`.execute(db)
  const byPaper = Map.groupBy(rows, ({ paperId }) => paperId)
  return new Map([...byPaper].map(([paperId, list]) => [paperId, list.map(({ paperId: _, ...one }) => one)]))
}

export async function listCorrectionsOfPaper(db: Db, paperId: string): Promise<AnswerKeyCorrection[]> {
  return (await listCorrections(db, [paperId])).get(paperId) ?? []
}
