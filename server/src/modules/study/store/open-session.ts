import type pg from 'pg'

/** Where a student studies now. */
export interface OpenSession {
  device: string
  at: Date
  courseTitle: string
  lessonTitle: string
}

const openSql = `
  select session.device, session.opened_at as at, course.title as "courseTitle", lesson.title as "lessonTitle"
  from study_clock clock
  join play_session session on session.no = clock.session_no
  join lesson on lesson.id = session.lesson_id
  join course on course.id = lesson.course_id
  where clock.student_id = $1`

/** The open play session of a student; null when there is none. */
export async function readOpenSession(
  pool: pg.Pool,
  studentId: string,
): Promise<OpenSession | null> {
  const { rows } = await pool.query<OpenSession>(openSql, [studentId])
  return rows[0] ?? null
}
