import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { Answers } from '../grade.ts'
import type { HandIn } from './hand-in.ts'

/** The state of an attempt that sealed answers came for, under its row lock. */
export interface SealedFor {
  id: string
  studentId: string
  signCourseId: string
  round: number
  no: number
  savedSeq: number
  answers: Answers
  logHash: Buffer
  passMark: number
  deadline: Date
  heardAt: Date | null
  /** the page that was heard then; null: one of before, or none yet */
  heardPage: string | null
  /** when another page was last heard; null: never */
  othersHeardAt: Date | null
  submittedBy: string | null
  /** as the server submitted it; null while it runs */
  passed: boolean | null
  attemptsLeft: number
  voided: boolean
  /** seconds since the bell; below 0: it has not rung */
  late: number
  /** of these an outage of ours took so many */
  givenBack: number
  /** an attempt of the course was begun after this one */
  overtaken: boolean
}

/** @param id of any attempt, running, ended or voided; who may send for it is not asked here */
export async function lockForSealed(tx: Tx, id: string): Promise<SealedFor | undefined> {
  const { rows } = await sql<SealedFor>`
    select id, student_id, sign_course_id, round, no, saved_seq, answers, log_hash, pass_mark, deadline, heard_at, heard_page, others_heard_at,
      submitted_by, passed, attempts_left, voided_at is not null as voided, extract(epoch from app_now() - deadline)::float8 as late,
      extract(epoch from exam_given_back(id, deadline))::float8 as given_back,
      exists (select from attempt next where next.sign_course_id = attempt.sign_course_id
        and next.started_at > attempt.started_at) as overtaken
    from attempt where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** What is taken of them; `given`: what was sent. */
export type SealedTaken = HandIn & { given: Answers }

/** The sealed answers take the place of what the server had submitted; the log goes on, and somebody has a look at a pass. */
export async function writeSealed(tx: Tx, row: SealedTaken): Promise<void> {
  await tx
    .insertInto('answerLog')
    .values({
      attemptId: row.id,
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
      // a void would take nothing from who has failed
      review: row.passed,
    })
    .where('id', '=', row.id)
    .execute()
}
