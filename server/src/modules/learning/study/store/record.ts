import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/db/database.ts'
import { lateralHeartbeats } from '../../../../platform/db/heartbeats.ts'
import type { AcceptedHeartbeat, RefusedHeartbeat } from '../explain.ts'
import { parseMultirange } from '../ranges.ts'

const mostFound = 20

export interface LessonRoundKey {
  studentId: string
  signCourseId: string
  lessonId: string
  round: number
}

/** Limits the heartbeats read, because somebody may have forged many. */
const mostBeats = 20_000

const beatsSql = `
  select session.id as "playSessionId", beat.seq, beat.at, beat.event, beat.position_ds as position,
    beat.intervals, beat.added_ds as added, beat.lesson_done as "lessonDone"
  from play_session session
  cross join ${lateralHeartbeats('session')} beat
  where session.student_id = $1 and session.sign_course_id = $2 and session.lesson_id = $3 and session.round = $4
  order by beat.at, session.no, beat.seq limit ${mostBeats}`

export async function listAcceptedHeartbeats(pool: pg.Pool, key: LessonRoundKey): Promise<AcceptedHeartbeat[]> {
  const { rows } = await pool.query<Stored<AcceptedHeartbeat>>(beatsSql, valuesOf(key))
  return rows.map((row) => ({ ...row, intervals: parseMultirange(row.intervals) }))
}

const refusedSql = `
  select play_session_id as "playSessionId", seq, at, event, position_ds as position, intervals, reason, times
  from study_refusal
  where student_id = $1 and sign_course_id = $2 and lesson_id = $3 and round = $4
  order by at, id`

/** Lists the oldest refusal first; `times` counts repeated refusals. */
export async function listRefusedHeartbeats(pool: pg.Pool, key: LessonRoundKey): Promise<RefusedHeartbeat[]> {
  const { rows } = await pool.query<Stored<RefusedHeartbeat>>(refusedSql, valuesOf(key))
  return rows.map((row) => ({ ...row, intervals: parseMultirange(row.intervals) }))
}

type Stored<Beat> = Omit<Beat, 'intervals'> & { intervals: string }

function valuesOf({ studentId, signCourseId, lessonId, round }: LessonRoundKey) {
  return [studentId, signCourseId, lessonId, round]
}

export async function findStudyStudents(
  db: Db,
  by: { phone: string } | { id: string },
): Promise<{ id: string; name: string; phone: string }[]> {
  const query = db.selectFrom('student').select(['id', 'name', 'phone']).limit(mostFound)
  if ('phone' in by) return query.where('phone', '=', by.phone).execute()
  return query
    .where((where) =>
      where.or([
        where('id', 'in', db.selectFrom('sign').select('studentId').where('id', '=', by.id)),
        where('id', 'in', db.selectFrom('signCourse').select('studentId').where('id', '=', by.id)),
      ]),
    )
    .execute()
}

export function findStudyStudent(db: Db, id: string) {
  return db.selectFrom('student').select(['id', 'name', 'phone']).where('id', '=', id).executeTakeFirst()
}

export async function sumCreditBySignCourse(
  db: Db,
  studentId: string,
): Promise<Map<string, { credited: number; refused: number }>> {
  const { rows } = await sql<{ id: string; credited: number; refused: number }>`
    select chosen.id,
      coalesce((select sum(progress.credited_ds) from lesson_progress progress
        where progress.sign_course_id = chosen.id and progress.round = chosen.round), 0)::int as credited,
      (select count(*) from study_refusal refused
        where refused.sign_course_id = chosen.id and refused.round = chosen.round)::int as refused
    from sign_course chosen where chosen.student_id = ${studentId}`.execute(db)
  return new Map(rows.map(({ id, credited, refused }) => [id, { credited, refused }]))
}
