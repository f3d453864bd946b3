import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { lateralHeartbeats } from '../../../../platform/db/heartbeats.ts'

export interface StudyDisagreement {
  signCourseId: string
  lessonId: string
  round: number
  /** The most tenths of a second that a heartbeat answered. */
  heard: number
  /** Tenths of a second of the progress; null when its row is missing. */
  credited: number | null
}

export function listChosenCourseIds(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('signCourse')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Lists lessons whose progress differs from their heartbeats. Those say the most that one of them answered, because times
 * of different processes may be out of order; a sealed session remembers its own. Lessons without heartbeats are left
 * out, because accounts that were merged and practice portals have some.
 */
export async function listStudyDisagreements(db: Db, signCourseIds: readonly string[]): Promise<StudyDisagreement[]> {
  const { rows } = await sql<StudyDisagreement>`
    with heard as (
      select sign_course_id, lesson_id, round, max(greatest(session.sealed_ds, beat.credited_ds)) as credited_ds
      from play_session session
      left join ${sql.raw(lateralHeartbeats('session'))} beat on true
      where sign_course_id = any(${[...signCourseIds]}::uuid[])
      group by sign_course_id, lesson_id, round)
    select sign_course_id as "signCourseId", lesson_id as "lessonId", round, heard.credited_ds as heard,
      progress.credited_ds as credited
    from heard left join lesson_progress progress using (sign_course_id, lesson_id, round)
    where heard.credited_ds is not null and progress.credited_ds is distinct from heard.credited_ds
    order by sign_course_id, lesson_id, round`.execute(db)
  return rows
}
