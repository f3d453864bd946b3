import type pg from 'pg'
import type { AcceptedBeat, RefusedNote } from '../explain.ts'
import { fromText } from '../ranges.ts'

/** One lesson of a sign course in one round. */
export interface LessonKey {
  studentId: string
  signCourseId: string
  lessonId: string
  round: number
}

/** a lesson of hours, watched many times over; a forged flood ends here */
const mostBeats = 20_000

const beatsSql = `
  select session.id as "playSessionId", beat.seq, beat.at, beat.event, beat.position_ds as position,
    beat.intervals, beat.added_ds as added, beat.lesson_done as "lessonDone"
  from play_session session join study_beat beat on beat.session_no = session.no
  where session.student_id = $1 and session.sign_course_id = $2 and session.lesson_id = $3 and session.round = $4
  order by beat.at, session.no, beat.seq limit ${mostBeats}`

/** Everything that was accepted of the lesson, in the order it was written. */
export async function listBeats(pool: pg.Pool, key: LessonKey): Promise<AcceptedBeat[]> {
  const { rows } = await pool.query<Stored<AcceptedBeat>>(beatsSql, valuesOf(key))
  return rows.map((row) => ({ ...row, intervals: fromText(row.intervals) }))
}

const refusedSql = `
  select play_session_id as "playSessionId", seq, at, event, position_ds as position, intervals, reason, times
  from study_refusal
  where student_id = $1 and sign_course_id = $2 and lesson_id = $3 and round = $4
  order by at, id`

/** What was not accepted and why, oldest first; `times` counts repeats of the same. */
export async function listRefused(pool: pg.Pool, key: LessonKey): Promise<RefusedNote[]> {
  const { rows } = await pool.query<Stored<RefusedNote>>(refusedSql, valuesOf(key))
  return rows.map((row) => ({ ...row, intervals: fromText(row.intervals) }))
}

type Stored<Beat> = Omit<Beat, 'intervals'> & { intervals: string }

function valuesOf({ studentId, signCourseId, lessonId, round }: LessonKey) {
  return [studentId, signCourseId, lessonId, round]
}
