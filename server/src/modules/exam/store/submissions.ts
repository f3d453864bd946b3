import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { AnswersByQuestion } from '../grade.ts'
import { needsReviewCondition } from './attempts.ts'

export interface LockedOfflineAttempt {
  id: string
  studentId: string
  signCourseId: string
  round: number
  no: number
  savedSeq: number
  answers: AnswersByQuestion
  logHash: Buffer
  passMark: number
  deadline: Date
  heardAt: Date | null
  /** Id of the page that sent the last request; null when no page did, or when an old page sends no id. */
  heardPage: string | null
  /** Time of the last request from any page other than `heardPage`; null when there was none. */
  othersHeardAt: Date | null
  submittedBy: string | null
  /** Result of the submission by the server; null while running. */
  passed: boolean | null
  attemptsLeft: number
  voided: boolean
  /** Seconds since the deadline, negative before it. */
  late: number
  /** Seconds after the deadline in which the portal was down; they do not count as late. */
  givenBack: number
  overtaken: boolean
}

/** @param id any attempt id; the caller checks the owner */
export async function lockForOfflineSubmission(tx: Tx, id: string): Promise<LockedOfflineAttempt | undefined> {
  const { rows } = await sql<LockedOfflineAttempt>`
    select id, student_id, sign_course_id, round, no, saved_seq, answers, log_hash, pass_mark, deadline, heard_at, heard_page, others_heard_at,
      submitted_by, passed, attempts_left, voided_at is not null as voided, extract(epoch from app_now() - deadline)::float8 as late,
      extract(epoch from exam_given_back(id, deadline))::float8 as given_back,
      exists (select from attempt next where next.sign_course_id = attempt.sign_course_id
        and next.started_at > attempt.started_at) as overtaken
    from attempt where id = ${id} for update`.execute(tx)
  return rows[0]
}

export type AcceptedOfflineSubmission = AttemptSubmission & { given: AnswersByQuestion }

/** Continues the answer log and flags a passed result for review. */
export async function saveOfflineSubmission(tx: Tx, row: AcceptedOfflineSubmission): Promise<void> {
  await tx
    .insertInto('answerLog')
    .values({
      attemptId: row.id,
      logNo: sql`(select log_no from attempt where id = ${row.id})`,
      seq: row.seq,
      kind: 'SUBMIT',
      contentHash: row.contentHash,
      answers: JSON.stringify(row.given),
      hash: row.logHash,
      at: sql`app_now()`,
    })
    .execute()
  await tx
    .updateTable('attempt')
    .set({
      savedSeq: row.seq,
      answers: JSON.stringify(row.answers),
      logHash: row.logHash,
      submittedBy: 'SEALED',
      score: row.score,
      rightCount: row.right,
      wrongCount: row.wrong,
      passed: row.passed,
      receipt: row.receipt,
      review: row.passed,
    })
    .where('id', '=', row.id)
    .execute()
}

export interface RunningAttempt {
  id: string
  studentId: string
  signCourseId: string
  round: number
  attemptsLeft: number
  totalPoints: number
  passMark: number
  savedSeq: number
  answers: AnswersByQuestion
  logHash: Buffer
  deadline: Date
  now: Date
  ended: boolean
  overdue: boolean
}

/**
 * The lock order is that of heartbeats and saves (decision 049). The inner `select` keeps the query plan (decision
 * 030).
 */
export async function lockRunningAttempts(tx: Tx, ids: string[], grace: number): Promise<RunningAttempt[]> {
  const { rows } = await sql<RunningAttempt>`
    select id, student_id, sign_course_id, round, attempts_left, total_points, pass_mark, saved_seq, answers, log_hash,
      deadline, app_now() as now, submitted_at is not null as ended, app_now() > deadline + interval '1 second' * ${grace} as overdue
    from attempt where id = any((select ${ids}::uuid[])::uuid[])
    order by id for update`.execute(tx)
  return rows
}

export interface AttemptSubmission {
  id: string
  seq: number
  answers: AnswersByQuestion
  contentHash: Buffer
  logHash: Buffer
  score: number
  right: number
  wrong: number
  passed: boolean
  receipt: string
}

export async function saveAttemptSubmissions(tx: Tx, rows: AttemptSubmission[]): Promise<void> {
  const of = <Key extends keyof AttemptSubmission>(key: Key) => rows.map((row) => row[key])
  const answers = rows.map((row) => JSON.stringify(row.answers))
  await sql`
    with clock as (select app_now() as now),
    given as (
      select * from unnest((select ${of('id')}::uuid[]), ${of('seq')}::int[], ${answers}::text[], ${of('contentHash')}::bytea[],
          ${of('logHash')}::bytea[], ${of('score')}::int[], ${of('right')}::int[], ${of('wrong')}::int[],
          ${of('passed')}::boolean[], ${of('receipt')}::text[])
        as each (id, seq, answers, content_hash, log_hash, score, right_count, wrong_count, passed, receipt)
    ),
    logged as (
      insert into answer_log (attempt_id, log_no, seq, kind, content_hash, answers, hash, at)
      select given.id, log_no, seq, 'SUBMIT', content_hash, given.answers::jsonb, given.log_hash, now
      from given join attempt using (id), clock
    )
    update attempt set saved_seq = given.seq, answers = attempt.answers || given.answers::jsonb, log_hash = given.log_hash,
      submitted_at = least(now, deadline), submitted_by = 'STUDENT', score = given.score, right_count = given.right_count,
      wrong_count = given.wrong_count, passed = given.passed, receipt = given.receipt,
      review = ${needsReviewCondition(sql<Date>`least(now, deadline)`, sql<boolean>`given.passed`)}
    from given, clock where attempt.id = given.id`.execute(tx)
}
