import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/db/database.ts'
import { lateralHeartbeats, microsecondsSql } from '../../../../platform/db/heartbeats.ts'
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
export const mostBeats = 20_000

export type StoredSessionHeartbeat = Omit<AcceptedHeartbeat, 'at' | 'intervals'> & {
  sessionNo: number
  micros: number
  intervals: string
}

const beatsSql = `
  select session.no as "sessionNo", session.id as "playSessionId", session.sealed_ds as "sealedDs", beat.seq,
    ${microsecondsSql('beat.at')} as micros, beat.event, beat.position_ds as position, beat.intervals,
    beat.added_ds as added, beat.lesson_done as "lessonDone"
  from play_session session
  left join ${lateralHeartbeats('session')} beat on true
  where session.student_id = $1 and session.sign_course_id = $2 and session.lesson_id = $3 and session.round = $4
  order by beat.at nulls first, session.no, beat.seq limit ${mostBeats}`

/** @returns the heartbeats in the table, and the ids of the sessions whose heartbeats lie in files, by their numbers */
export async function listStoredHeartbeatsOfLesson(
  pool: pg.Pool,
  key: LessonRoundKey,
): Promise<{ beats: StoredSessionHeartbeat[]; sealed: Map<number, string> }> {
  const { rows } = await pool.query<
    Omit<StoredSessionHeartbeat, 'seq'> & { seq: number | null; sealedDs: number | null }
  >(beatsSql, valuesOf(key))
  const sealed = rows.filter(({ seq, sealedDs }) => seq === null && sealedDs !== null)
  return {
    beats: rows.flatMap(({ seq, sealedDs, ...row }) => (seq === null ? [] : [{ ...row, seq }])),
    sealed: new Map(sealed.map(({ sessionNo, playSessionId }) => [sessionNo, playSessionId])),
  }
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
