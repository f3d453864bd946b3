import type pg from 'pg'
import type { Sitter } from './sitters.ts'
import type { Writer } from './writers.ts'

/** A page that watches a tenth of a second a beat, the lesson over and over. */
export function watching(page: Sitter & { playSessionId: string }): Writer {
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

/** Beats from seq 0 without a gap, by play session. */
export async function countBeats(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; kept: number }>(`
    select session.id, count(*) filter (where seq = place) as kept
    from (select *, row_number() over (partition by session_no order by seq) - 1 as place from study_beat) beat
    join play_session session on session.no = beat.session_no group by session.id`)
  return new Map(rows.map((row) => [row.id, row.kept]))
}

/** Students whose beats, progress and clock do not tell the same story. */
export async function countDiffering(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`
    select count(*) from study_clock clock
    join play_session session on session.no = clock.session_no
    join lesson_progress progress using (sign_course_id, lesson_id, round)
    where progress.credited_ds <> clock.credited_ds or clock.credited_ds <>
      (select sum(added_ds) from study_beat where session_no = session.no)`)
  return rows[0]?.count
}

/** A candidate who changes one answer at a time. */
export function answering(sitter: Sitter): Writer {
  const { token, attemptId } = sitter
  return {
    path: '/exam/v1/save_answer',
    token,
    body: (seq) => ({ attemptId, seq, answers: answersOf(sitter, seq) }),
  }
}

export function answersOf({ questionIds }: Sitter, seq: number): Record<string, string[]> {
  return { [questionIds[seq % 20] ?? '']: ['ABCD'[seq % 4] ?? 'A'] }
}

/** What the log holds, by attempt, in order. */
export async function readLogs(pool: pg.Pool): Promise<Map<string, object[]>> {
  const { rows } = await pool.query<{ id: string; saved: object[] }>(
    'select attempt_id as id, array_agg(answers order by seq) as saved from answer_log group by attempt_id',
  )
  return new Map(rows.map((row) => [row.id, row.saved]))
}

/** Attempts whose row, log and hash chain do not tell the same story. */
export async function countBroken(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`
    with link as (
      select attempt_id, seq, hash, sha256(coalesce(lag(hash) over (partition by attempt_id order by seq),
        sha256(attempt_id::text::bytea)) || content_hash) as expected from answer_log)
    select count(*) from attempt where saved_seq <> (select count(*) from link where attempt_id = attempt.id)
      or exists (select from link where attempt_id = attempt.id and hash <> expected)
      or log_hash <> (select hash from link where attempt_id = attempt.id order by seq desc limit 1)`)
  return rows[0]?.count
}
