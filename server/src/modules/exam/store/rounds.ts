import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Which of these sign courses have no attempt of their current round left, nothing running and no pass that stands. */
export async function listSpent(tx: Tx, signCourseIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select chosen.id from sign_course chosen
    join course_version version on version.id = chosen.course_version_id
    cross join lateral (
      select count(*) filter (where round = chosen.round and counts) as used,
        bool_or(submitted_at is null or passed and voided_at is null) as standing
      from attempt where sign_course_id = chosen.id
    ) sat
    where chosen.id = any(${signCourseIds}::uuid[]) and not sat.standing
      and sat.used >= version.attempts_per_round`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether an attempt of this round was ever begun. */
export async function isSat(tx: Tx, signCourseId: string, round: number): Promise<boolean> {
  const row = await tx
    .selectFrom('attempt')
    .select('id')
    .where('signCourseId', '=', signCourseId)
    .where('round', '=', round)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
