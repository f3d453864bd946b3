import type pg from 'pg'

/** $1 attempts, each once; $2 grace in seconds. `select` around the attempts and `num_nulls` keep the plan: decision 030. */
const heardSql = `
  with clock as (select app_now() as now),
  alive as (
    select id from attempt, clock
    where id = any((select $1::uuid[])::uuid[]) and num_nulls(submitted_at) = 1
      and now <= deadline + interval '1 second' * $2
    order by id for no key update of attempt
  )
  update attempt set heard_at = now from alive, clock where attempt.id = alive.id
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

/** Notes that these attempts were heard; by attempt. Missing: ended or overdue. */
export async function hear(
  pool: pg.Pool,
  attemptIds: string[],
  grace: number,
): Promise<Map<string, Heard>> {
  const { rows } = await pool.query<Heard & { id: string }>({
    name: 'exam-heartbeat',
    text: heardSql,
    values: [attemptIds, grace],
  })
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
