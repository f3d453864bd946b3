import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import type { Page, Paging } from '../../../platform/db/page.ts'
import { isNotPostponed, retrySweepFailures } from '../../../platform/db/sweep-failures.ts'
import type { Outcome, RegradeKind, Standing } from '../regrade.ts'

export type RegradeState = 'WAITING' | 'RUNNING' | 'DONE' | 'REFUSED' | 'WITHDRAWN'

/** What a preview counts. Hours in tenths. */
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
  /** papers of a decided one: all, and those that are done */
  total: number
  done: number
  failed: number
}

export const regradeJob = 'exam.regradePapers'

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
        where failure.job = ${regradeJob} and failure.subject = paper.id::text)))::int as failed
    from exam_regrade_paper paper where paper.regrade_id = regrade.id) held`

/** With who asked and decided, and how far it is. */
export async function findRegrade(db: Db, id: string): Promise<Regrade | undefined> {
  const { rows } = await sql<Regrade>`${select} where regrade.id = ${id}`.execute(db)
  return rows[0]
}

export interface RegradeFilter extends Paging {
  questionId?: string | undefined
}

/** A page, asked last first. */
export async function listRegrades(
  db: Db,
  { questionId, page, pageSize }: RegradeFilter,
): Promise<Page<Regrade>> {
  const where = questionId ? sql`where regrade.question_id = ${questionId}` : sql``
  const { rows } = await sql<Regrade>`${select} ${where}
    order by regrade.asked_at desc, regrade.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from exam_regrade regrade ${where}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

export async function lockRegrade(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('examRegrade').select('id').where('id', '=', id).forUpdate().execute()
}

/** False: the number is taken, or another one of this question is open. */
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

/** Decided or taken back, now; the caller holds its row and has seen that it waits. */
export async function closeRegrade(
  tx: Tx,
  id: string,
  how: { state: 'RUNNING' | 'REFUSED' | 'WITHDRAWN'; decidedBy: string; note: string },
): Promise<void> {
  await tx
    .updateTable('examRegrade')
    .set({ ...how, decidedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

export interface NewRegradePaper {
  paperId: string
  answer: string[] | null
}

/** The papers of one that was decided, in this order; from now on they are marked by it. */
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

/** Ids of rows that wait, after this one so many; left out: who is in another sitting of the course, and what failed lately. */
export async function listDueRegrades(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select due.id from exam_regrade_paper due join exam_regrade regrade on regrade.id = due.regrade_id and regrade.state = 'RUNNING'
    left join attempt on attempt.id = due.paper_id
    where due.done_at is null and due.id > ${after} and ${isNotPostponed(regradeJob, sql`due.id`)}
      and not exists (select from attempt other where other.sign_course_id = attempt.sign_course_id and other.id <> attempt.id
        and attempt.submitted_at is not null and other.submitted_at is null)
    order by due.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A paper that is to be marked anew, under its row's lock. Undefined: it is done, or another process is at it. */
export async function lockDueRegrade(tx: Tx, id: number) {
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

/** What of a sitting's surroundings decides what its new result means; asked for under the sign's lock. */
export async function readSurroundings(
  tx: Tx,
  attempt: { id: string; signCourseId: string; studentId: string },
) {
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

/** Writes down what came of it, once. */
export async function finishRegradePaper(
  tx: Tx,
  id: number,
  { outcome, before, now }: { outcome: Outcome; before: Standing | null; now: Standing | null },
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

/** The result that was marked anew takes the place of the one before, which the regrade's row keeps: the table asks for it. */
export async function replaceResult(
  tx: Tx,
  attemptId: string,
  { score, right, wrong, passed, review }: Standing & { review: boolean },
): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ score, rightCount: right, wrongCount: wrong, passed, review })
    .where('id', '=', attemptId)
    .execute()
}

/** Decided ones with nothing left to do. */
export async function listFinishedRegrades(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_regrade regrade where state = 'RUNNING'
      and not exists (select from exam_regrade_paper due where due.regrade_id = regrade.id and due.done_at is null)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns the question's course; undefined: another process has ended it */
export async function endRegrade(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ courseId: string }>`
    update exam_regrade set state = 'DONE', done_at = app_now() from question
    where exam_regrade.id = ${id} and exam_regrade.state = 'RUNNING' and question.id = exam_regrade.question_id
    returning question.course_id`.execute(tx)
  return rows[0]?.courseId
}

/** Failed ones are due at once. @returns how many */
export function retryRegrade(tx: Tx, id: string): Promise<number> {
  const due = sql`
    select due.id::text from exam_regrade_paper due where due.regrade_id = ${id} and due.done_at is null`
  return retrySweepFailures(tx, regradeJob, due)
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
  /** tries of a job that failed; 0: none did */
  tries: number
}

export interface RegradedFilter extends Paging {
  id: string
  outcome?: Outcome | 'DUE' | 'FAILED' | undefined
}

/** A page of the papers of one that was decided, in the order in which they are done. */
export async function listRegradedPapers(
  db: Db,
  { id, outcome, page, pageSize }: RegradedFilter,
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
    left join sweep_failure failure on failure.job = ${regradeJob} and failure.subject = held.id::text and held.done_at is null
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

/** What regrades did to sittings of a course, by sitting, the first first. Null old score: it ran when it was decided. */
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

/** Those that its student is to see: they changed something, or could have. */
export async function listRegradesOf(
  db: Db,
  signCourseId: string,
): Promise<Map<string, RegradeOfAttempt[]>> {
  const { rows } = await sql<RegradeOfAttempt>`
    select attempt.id as attempt_id, held.done_at as at, regrade.kind, regrade.reason, held.outcome, held.old_score, held.old_passed,
      held.new_score, held.new_passed
    from attempt join exam_regrade_paper held on held.paper_id = attempt.id and held.done_at is not null
    join exam_regrade regrade on regrade.id = held.regrade_id
    where attempt.sign_course_id = ${signCourseId} and held.outcome not in ('SAME', 'NOT_BEGUN', 'ACCOUNT_CLOSED')
    order by held.id`.execute(db)
  return Map.groupBy(rows, ({ attemptId }) => attemptId)
}
