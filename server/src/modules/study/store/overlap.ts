import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export interface SharedWork {
  studentId: string
  signCourseId: string
  /** tenths of a second since 1970 */
  from: number
  until: number
  needs: number
}

/**
 * What was credited to the two in sessions that were open at the same time, as far as it counts today: in the present round of a course that is
 * paid for. A beat tells of time between the opening of its session and its own coming, or the session's or the plan's end.
 */
export async function listSharedWork(db: Db, one: string, other: string): Promise<SharedWork[]> {
  const { rows } = await sql<SharedWork>`
    with live as (
      select session.no, session.student_id, session.sign_course_id, session.opened_at,
        least(session.closed_at, plan.study_end_at) as ends,
        (select max(at) from study_beat where session_no = session.no and added_ds > 0) as last
      from play_session session
      join sign_course chosen on chosen.id = session.sign_course_id and chosen.round = session.round
      join sign on sign.id = chosen.sign_id and sign.paid_at is not null and sign.refunded_at is null
      join plan on plan.id = chosen.plan_id
      where session.student_id in (${one}, ${other})
    )
    select live.student_id as "studentId", live.sign_course_id as "signCourseId", beat.added_ds as needs,
      floor(extract(epoch from live.opened_at) * 10)::float8 as "from",
      ceil(extract(epoch from least(beat.at, live.ends)) * 10)::float8 as until
    from live join study_beat beat on beat.session_no = live.no and beat.added_ds > 0
    where exists (
      select from live them where them.student_id <> live.student_id
        and them.opened_at < least(live.last, live.ends) and live.opened_at < least(them.last, them.ends)
    )
    order by beat.at`.execute(db)
  return rows
}

/** Until the transaction ends nothing is credited to them; what was judged meanwhile is judged again. In one order, as beats take the locks. */
export async function holdClocks(tx: Tx, studentIds: string[]): Promise<void> {
  await sql`select from study_clock where student_id = any(${studentIds}::uuid[]) order by student_id for update`.execute(
    tx,
  )
  await sql`update study_clock set version = version + 1 where student_id = any(${studentIds}::uuid[])`.execute(
    tx,
  )
}
