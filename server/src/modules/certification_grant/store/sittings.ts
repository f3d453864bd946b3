import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/**
 * Where an exam was sat: its owner, its place among what was signed up for, and the lessons that opened it, in order – none once the
 * course is studied anew: study records show the present round alone.
 */
export interface Sitting {
  attemptId: string
  studentId: string
  signId: string
  signCourseId: string
  lessons: { id: string; title: string }[]
}

/** The sittings that courses' hours stand on, by their ids; one that is none is left out. */
export async function listSittings(db: Db, attemptIds: string[]): Promise<Sitting[]> {
  if (attemptIds.length === 0) return []
  const { rows } = await sql<Sitting>`
    select attempt.id as attempt_id, attempt.student_id, sign_course.sign_id, sign_course.id as sign_course_id, (
        select coalesce(json_agg(json_build_object('id', id, 'title', title) order by position), '[]')
        from lesson where version_id = sign_course.course_version_id and attempt.round = sign_course.round) as lessons
    from attempt join sign_course on sign_course.id = attempt.sign_course_id
    where attempt.id = any(${attemptIds}::uuid[])`.execute(db)
  return rows
}
