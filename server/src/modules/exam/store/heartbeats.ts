import type pg from 'pg'

/**
 * `select` around the lists and `num_nulls` keep the plan: decision 030. `others_heard_at`: a page other than the last was heard then.
 * $1 attempts, each once; $2 grace in seconds; $3 the pages that are there
 */
const heardSql = `
  with clock as (select app_now() as now),
  alive as (
    select id, page from unnest((select $1::uuid[]), (select $3::uuid[])) as each (attempt_id, page), attempt, clock
    where id = attempt_id and num_nulls(submitted_at) = 1
      and now <= deadline + interval '1 second' * $2
    order by id for no key update of attempt
  )
  update attempt set heard_at = now, heard_page = page,
    others_heard_at = case when heard_page is distinct from page then heard_at else others_heard_at end
  from alive, clock where attempt.id = alive.id
  returning attempt.id, deadline, saved_seq as "savedSeq", now, (
    select coalesce(json_agg(json_build_object('no', no, 'dueAt', due_at) order by no), '[]')
    from capture where capture.attempt_id = attempt.id and received_at is null) as captures`

export interface Heard {
  deadline: Date
  savedSeq: number
  now: Date
  /** not taken yet */
  captures: { no: number; dueAt: string }[]
}

export interface Beat {
  attemptId: string
  /** left out by the pages of before */
  page?: string | undefined
}

/** Notes that these attempts were heard; by attempt. Missing: ended or overdue. */
export async function hear(
  pool: pg.Pool,
  beats: Beat[],
  grace: number,
): Promise<Map<string, Heard>> {
  const { rows } = await pool.query<Heard & { id: string }>({
    name: 'exam-heartbeat',
    text: heardSql,
    values: [beats.map(({ attemptId }) => attemptId), grace, beats.map(({ page }) => page ?? null)],
  })
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
