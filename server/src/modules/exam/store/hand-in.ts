import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { Answers } from '../grade.ts'
import { reviewNeeded } from './attempts.ts'

/** What a running attempt is handed in by. `overdue`: past deadline and grace. */
export interface Open {
  id: string
  studentId: string
  signCourseId: string
  round: number
  attemptsLeft: number
  totalPoints: number
  passMark: number
  savedSeq: number
  answers: Answers
  logHash: Buffer
  deadline: Date
  now: Date
  ended: boolean
  overdue: boolean
}

/** Locks attempts (`select` around their ids keeps the plan: decision 030), in one order for all: heartbeats and answers of the same pages take them so (decision 049). */
export async function lockOpen(tx: Tx, ids: string[], grace: number): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select id, student_id, sign_course_id, round, attempts_left, total_points, pass_mark, saved_seq, answers, log_hash,
      deadline, app_now() as now, submitted_at is not null as ended, app_now() > deadline + interval '1 second' * ${grace} as overdue
    from attempt where id = any((select ${ids}::uuid[])::uuid[])
    order by id for update`.execute(tx)
  return rows
}

export interface HandIn {
  id: string
  seq: number
  answers: Answers
  contentHash: Buffer
  logHash: Buffer
  score: number
  right: number
  wrong: number
  passed: boolean
  receipt: string
}

/** Ends locked attempts by their candidates: the last answers, the entry of the log, the result. */
export async function writeHandIns(tx: Tx, rows: HandIn[]): Promise<void> {
  const of = <Key extends keyof HandIn>(key: Key) => rows.map((row) => row[key])
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
      insert into answer_log (attempt_id, seq, kind, content_hash, answers, hash, at)
      select id, seq, 'SUBMIT', content_hash, answers::jsonb, log_hash, now from given, clock
    )
    update attempt set saved_seq = given.seq, answers = attempt.answers || given.answers::jsonb, log_hash = given.log_hash,
      submitted_at = least(now, deadline), submitted_by = 'STUDENT', score = given.score, right_count = given.right_count,
      wrong_count = given.wrong_count, passed = given.passed, receipt = given.receipt,
      review = ${reviewNeeded(sql<Date>`least(now, deadline)`, sql<boolean>`given.passed`)}
    from given, clock where attempt.id = given.id`.execute(tx)
}
