import type pg from 'pg'
import type { ExamWriter } from './candidates.ts'
import type { RepeatingWriter } from './writers.ts'

export function createHeartbeatWriter(page: ExamWriter & { playSessionId: string }): RepeatingWriter {
  const { token, signCourseId, lessonId, playSessionId } = page
  return {
    path: '/course/v1/learn_process',
    token,
    body: (n) => {
      const at = (n - 1) % 300
      const from = (at - 1) / 10
      return {
        id: signCourseId,
        lessonId,
        playSessionId,
        seq: n - 1,
        event: n === 1 ? 'start' : 'beat',
        position: at / 10,
        intervals: at === 0 ? [] : [[from, at / 10]],
      }
    },
  }
}

/** Counts per play session the heartbeats from seq 0 up to the first gap. */
export async function countGaplessHeartbeats(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; kept: number }>(`
    select session.id, count(*) filter (where seq = place) as kept
    from (select *, row_number() over (partition by session_no order by seq) - 1 as place from study_beat) beat
    join play_session session on session.no = beat.session_no group by session.id`)
  return new Map(rows.map((row) => [row.id, row.kept]))
}

export async function countInconsistentStudents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`
    select count(*) from study_clock clock
    join play_session session on session.no = clock.session_no
    join lesson_progress progress using (sign_course_id, lesson_id, round)
    where progress.credited_ds <> clock.credited_ds or clock.credited_ds <>
      (select sum(added_ds) from study_beat where session_no = session.no)`)
  return rows[0]?.count
}

export function createAnswerWriter(sitter: ExamWriter): RepeatingWriter {
  const { token, attemptId } = sitter
  return {
    path: '/exam/v1/save_answer',
    token,
    body: (seq) => ({ attemptId, seq, answers: answersForSeq(sitter, seq) }),
  }
}

export function answersForSeq({ questionIds }: ExamWriter, seq: number): Record<string, string[]> {
  return { [questionIds[seq % 20] ?? '']: ['ABCD'[seq % 4] ?? 'A'] }
}

export async function readAnswerLogs(pool: pg.Pool): Promise<Map<string, object[]>> {
  const { rows } = await pool.query<{ id: string; saved: object[] }>(
    'select attempt_id as id, array_agg(answers order by seq) as saved from answer_log group by attempt_id',
  )
  return new Map(rows.map((row) => [row.id, row.saved]))
}

export async function countInconsistentAttempts(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`
    with link as (
      select attempt_id, seq, hash, sha256(coalesce(lag(hash) over (partition by attempt_id order by seq),
        sha256(attempt_id::text::bytea)) || content_hash) as expected from answer_log)
    select count(*) from attempt where saved_seq <> (select count(*) from link where attempt_id = attempt.id)
      or exists (select from link where attempt_id = attempt.id and hash <> expected)
      or log_hash <> (select hash from link where attempt_id = attempt.id order by seq desc limit 1)`)
  return rows[0]?.count
}
