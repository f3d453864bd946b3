import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Answers, KeyQuestion } from '../grade.ts'
import type { PaperQuestion } from '../paper.ts'

/** A paper that holds a question, with its sitting, if it was begun. */
export interface HeldPaper {
  paperId: string
  /** what it is marked by, and of its texts only those of the question */
  key: KeyQuestion[]
  asked: PaperQuestion
  /** begun, or the next start takes it */
  usable: boolean
  /** the year's study has not ended */
  yearOpen: boolean
  begun: boolean
  submitted: boolean
  answers: Answers | null
  score: number | null
  rightCount: number | null
  wrongCount: number | null
  passed: boolean | null
  voided: boolean
  passMark: number
  signCourseId: string
  round: number
  no: number
  year: number
  /** of the course, tenths */
  hours: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  paid: boolean
  studentId: string
  studentName: string
  phone: string
  courseTitle: string
  accountClosed: boolean
  passedElsewhere: boolean
  proofStands: boolean
}

const holds = (questionId: string): RawBuilder<unknown> =>
  sql`jsonb_path_query_array(paper.paper, '$.questions[*].id') @> ${JSON.stringify([questionId])}::jsonb`

/** Papers that hold it, so many at most. The index names candidates, and each of them is opened to be sure: so it is asked once. */
export async function listHolding(db: Db, questionId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_paper paper where ${holds(questionId)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id).sort()
}

/** What marking these papers anew needs, all of which hold the question. Papers are long: they stay in the database. */
export async function listHeldPapers(
  db: Db,
  questionId: string,
  paperIds: readonly string[],
): Promise<HeldPaper[]> {
  const { rows } = await sql<HeldPaper>`
    select paper.id as paper_id, asked.key, asked.question as asked, attempt.id is not null or paper.bank_version = course.bank_version as usable, plan.study_end_at > app_now() as year_open,
      attempt.id is not null as begun, attempt.submitted_at is not null as submitted, attempt.answers, attempt.score, attempt.right_count,
      attempt.wrong_count, attempt.passed, attempt.voided_at is not null as voided, paper.pass_mark, paper.sign_course_id, paper.round, paper.no,
      plan.year, chosen.hours, course.subject, sign.paid_at is not null and sign.refunded_at is null as paid,
      student.id as student_id, student.name as student_name, student.phone, course.title as course_title,
      student.closed_at is not null as account_closed,
      exists (select from attempt other where other.sign_course_id = paper.sign_course_id and other.id <> paper.id
        and other.passed and other.voided_at is null) as passed_elsewhere,
      exists (select from proof where proof.student_id = student.id and proof.year = plan.year and proof.revoked_at is null) as proof_stands
    from exam_paper paper
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', one -> 'id', 'points', one -> 'points', 'answer', one -> 'answer') order by place) as key,
        (array_agg(one) filter (where one ->> 'id' = ${questionId}))[1] as question
      from jsonb_array_elements(paper.paper -> 'questions') with ordinality as each (one, place)) asked
    join sign_course chosen on chosen.id = paper.sign_course_id
    join sign on sign.id = chosen.sign_id
    join student on student.id = chosen.student_id
    join course on course.id = paper.course_id
    join plan on plan.id = chosen.plan_id
    left join attempt on attempt.id = paper.id
    where paper.id = any(${[...paperIds]}::uuid[])
    order by paper.id`.execute(db)
  return rows
}

/** How many sittings had the question, with those that run. */
export async function countHeldPapers(db: Db, questionId: string) {
  const { rows } = await sql<{ finished: number; running: number }>`
    select (count(*) filter (where attempt.submitted_at is not null))::int as finished,
      (count(*) filter (where attempt.submitted_at is null))::int as running
    from exam_paper paper join attempt on attempt.id = paper.id where ${holds(questionId)}`.execute(
    db,
  )
  return rows[0] ?? { finished: 0, running: 0 }
}

/** A question whose answer was changed while papers held it, and how many. */
export interface ChangedQuestion {
  questionId: string
  no: number
  courseTitle: string
  stem: string
  at: Date
  papers: number
}

/** Changed last first: no regrade was decided since, and staff have not said that none is needed. */
export async function listChangedQuestions(
  db: Db,
  questionId?: string,
): Promise<ChangedQuestion[]> {
  const one = questionId ? sql`and question.id = ${questionId}` : sql``
  const { rows } = await sql<ChangedQuestion>`
    select question.id as question_id, question.no, course.title as course_title, question.stem, changed.at, held.papers
    from exam_question_changed changed
    join question on question.id = changed.question_id
    join course on course.id = question.course_id
    cross join lateral (select count(*)::int as papers from exam_paper paper join attempt on attempt.id = paper.id
      where jsonb_path_query_array(paper.paper, '$.questions[*].id') @> jsonb_build_array(question.id) and paper.drawn_at < changed.at) held
    where changed.settled_at is null and held.papers > 0 ${one}
      and not exists (select from exam_regrade regrade where regrade.question_id = question.id and regrade.decided_at > changed.at
        and regrade.state in ('RUNNING', 'DONE'))
    order by changed.at desc, question.id limit 200`.execute(db)
  return rows
}

/** Nothing is to be marked anew. False: it is settled, or was never changed. */
export async function settleChanged(
  db: Db,
  questionId: string,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('examQuestionChanged')
    .set({ settledBy: by, settledAt: sql`app_now()`, settledReason: reason })
    .where('questionId', '=', questionId)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
