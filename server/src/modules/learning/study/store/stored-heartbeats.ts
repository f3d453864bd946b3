import type pg from 'pg'
import type { Db } from '../../../../platform/db/database.ts'
import { lateralHeartbeats } from '../../../../platform/db/heartbeats.ts'
import { preparedQuery } from '../../../../platform/db/prepared.ts'
import { formatArrayLiteral } from './facts.ts'

const latestSql = `
  select session.device, session.opened_at as at, course.title as "courseTitle", lesson.title as "lessonTitle"
  from study_clock clock
  join play_session session on session.no = coalesce(clock.session_no,
    (select max(no) from play_session where student_id = $1))
  join lesson on lesson.id = session.lesson_id
  join course on course.id = lesson.course_id
  where clock.student_id = $1`

export interface StoredHeartbeatKey {
  sessionNo: number
  seq: number
}

export interface StoredHeartbeat extends StoredHeartbeatKey {
  event: string
  position: number
  intervals: string
  answeredPresenceId: string | null
  credited: number
  furthest: number
  lessonDone: boolean
  courseDone: boolean
  presence: { id: string; dueAt: Date; answerBy: Date } | null
  at: Date
}

const storedSql = `
  select beat.* from unnest($1::bigint[], $2::int[]) as asked (no, seq)
  cross join ${lateralHeartbeats('asked', 'and seq = asked.seq')} beat`

export async function listStoredHeartbeats(pool: pg.Pool, keys: StoredHeartbeatKey[]): Promise<StoredHeartbeat[]> {
  const values = [formatArrayLiteral(keys, ({ sessionNo }) => sessionNo), formatArrayLiteral(keys, ({ seq }) => seq)]
  const { rows } = await pool.query(preparedQuery(storedSql, values))
  return rows.map((row) => ({
    sessionNo: row.session_no,
    seq: row.seq,
    event: row.event,
    position: row.position_ds,
    intervals: row.intervals,
    answeredPresenceId: row.answered_presence_id,
    credited: row.credited_ds,
    furthest: row.furthest_ds,
    lessonDone: row.lesson_done,
    courseDone: row.course_done,
    presence:
      row.presence_id === null
        ? null
        : {
            id: row.presence_id,
            dueAt: row.presence_due_at,
            answerBy: row.presence_answer_by,
          },
    at: row.at,
  }))
}

const undoneSql = `
  select chosen.id, lesson.id as lesson_id from sign_course chosen
  join lesson on lesson.version_id = chosen.course_version_id
  left join lesson_progress progress on progress.sign_course_id = chosen.id
    and progress.lesson_id = lesson.id and progress.round = chosen.round
  where chosen.id = any((select $1::uuid[])::uuid[]) and progress.done_at is null`

export async function listUnfinishedLessons(pool: pg.Pool, signCourseIds: string[]): Promise<Map<string, Set<string>>> {
  const values = [formatArrayLiteral(signCourseIds, (id) => id)]
  const { rows } = await pool.query<{ id: string; lesson_id: string }>(preparedQuery(undoneSql, values))
  const undone = new Map(signCourseIds.map((id) => [id, new Set<string>()]))
  for (const row of rows) undone.get(row.id)?.add(row.lesson_id)
  return undone
}

interface LatestSession {
  device: string
  at: Date
  courseTitle: string
  lessonTitle: string
}

/** Finds the open session, or else the newest one. */
export async function findLatestSession(pool: pg.Pool, studentId: string): Promise<LatestSession | null> {
  const { rows } = await pool.query<LatestSession>(latestSql, [studentId])
  return rows[0] ?? null
}

export async function hasPlaySession(db: Db, studentId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('playSession')
    .select('no')
    .where('studentId', '=', studentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasOpenPlaySession(db: Db, studentId: string): Promise<boolean> {
  const clock = await db
    .selectFrom('studyClock')
    .select('sessionNo')
    .where('studentId', '=', studentId)
    .executeTakeFirst()
  return (clock?.sessionNo ?? null) !== null
}
