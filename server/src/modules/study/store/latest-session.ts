import type pg from 'pg'
import type { Db } from '../../../platform/db/database.ts'

/** Where a student studies now, or has studied last. */
export interface LatestSession {
  device: string
  at: Date
  courseTitle: string
  lessonTitle: string
}

const latestSql = `
  select session.device, session.opened_at as at, course.title as "courseTitle", lesson.title as "lessonTitle"
  from study_clock clock
  join play_session session on session.no = coalesce(clock.session_no,
    (select max(no) from play_session where student_id = $1))
  join lesson on lesson.id = session.lesson_id
  join course on course.id = lesson.course_id
  where clock.student_id = $1`

/** The open play session of a student, or else the newest: the one that took over may have ended since. Null when there never was any. */
export async function readLatestSession(
  pool: pg.Pool,
  studentId: string,
): Promise<LatestSession | null> {
  const { rows } = await pool.query<LatestSession>(latestSql, [studentId])
  return rows[0] ?? null
}

/** Whether a student has begun this play session, whatever became of it. */
export async function hasSession(db: Db, studentId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('playSession')
    .select('no')
    .where('studentId', '=', studentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a student plays something now. */
export async function hasOpenSession(db: Db, studentId: string): Promise<boolean> {
  const clock = await db
    .selectFrom('studyClock')
    .select('sessionNo')
    .where('studentId', '=', studentId)
    .executeTakeFirst()
  return (clock?.sessionNo ?? null) !== null
}
