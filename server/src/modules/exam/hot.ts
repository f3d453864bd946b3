import type pg from 'pg'
import type { Answers } from './grade.ts'

/**
 * The exam's hot statement: checks seq, state and clock, merges the answers and chains the log in one
 * round trip and one commit. No row: one of the checks failed, and nothing was written.
 * $1 attempt, $2 seq, $3 changed answers, $4 their content hash, $5 grace in seconds
 */
const saveSql = `
  with clock as (select app_now() as now),
  saved as (
    update attempt set saved_seq = $2, answers = answers || $3::jsonb, log_hash = sha256(log_hash || $4::bytea)
    from clock
    where id = $1 and saved_seq = $2 - 1 and submitted_at is null
      and now <= deadline + interval '1 second' * $5
    returning id, log_hash, deadline, now
  ),
  logged as (
    insert into answer_log (attempt_id, seq, kind, content_hash, answers, hash, at)
    select id, $2, 'SAVE', $4, $3::jsonb, log_hash, now from saved
  )
  select deadline, now from saved`

/** Durable when it resolves. Null: not the next seq, submitted, or overdue; the caller finds out which. */
export async function saveAnswers(
  pool: pg.Pool,
  row: { attemptId: string; seq: number; answers: Answers; contentHash: Buffer; grace: number },
): Promise<{ deadline: Date; now: Date } | null> {
  const { rows } = await pool.query<{ deadline: Date; now: Date }>({
    name: 'exam-save',
    text: saveSql,
    values: [row.attemptId, row.seq, JSON.stringify(row.answers), row.contentHash, row.grace],
  })
  return rows[0] ?? null
}
