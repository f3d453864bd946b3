import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { fromText, type Ranges } from '../ranges.ts'

export interface LessonProgress {
  signCourseId: string
  lessonId: string
  /** credited stretches, tenths of a second */
  coveredDs: Ranges
  creditedDs: number
  furthestDs: number
  resumeDs: number
  done: boolean
}

/** What was studied in the current round of these sign courses; lessons never opened have no row. */
export async function listProgress(db: Db, signCourseIds: string[]): Promise<LessonProgress[]> {
  if (signCourseIds.length === 0) return []
  const rows = await db
    .selectFrom('lessonProgress')
    .innerJoin('signCourse', (join) =>
      join
        .onRef('signCourse.id', '=', 'lessonProgress.signCourseId')
        .onRef('signCourse.round', '=', 'lessonProgress.round'),
    )
    .select([
      'lessonProgress.signCourseId',
      'lessonProgress.lessonId',
      'lessonProgress.covered',
      'lessonProgress.creditedDs',
      'lessonProgress.furthestDs',
      'lessonProgress.resumeDs',
      'lessonProgress.doneAt',
    ])
    .where('lessonProgress.signCourseId', 'in', signCourseIds)
    .execute()
  return rows.map(({ covered, doneAt, ...row }) => ({
    ...row,
    coveredDs: fromText(covered),
    done: doneAt !== null,
  }))
}

/** Which of these sign courses have every lesson done in their current round; a course without lessons never has. */
export async function listStudied(db: Db, signCourseIds: string[]): Promise<Set<string>> {
  if (signCourseIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select sign_course.id from sign_course
    where sign_course.id = any(${signCourseIds}::uuid[])
      and exists (select from lesson where lesson.version_id = sign_course.course_version_id)
      and not exists (
        select from lesson where lesson.version_id = sign_course.course_version_id and not exists (
          select from lesson_progress progress
          where progress.sign_course_id = sign_course.id and progress.lesson_id = lesson.id
            and progress.round = sign_course.round and progress.done_at is not null))`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Whether every lesson of the sign course is done in its current round. */
export async function courseStudied(db: Db, signCourseId: string): Promise<boolean> {
  return (await listStudied(db, [signCourseId])).has(signCourseId)
}

/** Credited seconds of each of the last `days` Shanghai days, today last, days without study as 0. */
export async function studySecondsByDay(
  db: Db,
  studentId: string,
  days: number,
): Promise<{ day: string; seconds: number }[]> {
  const { rows } = await sql<{ day: string; seconds: number }>`
    select days.day::date::text as day,
      (coalesce(past.credited_ds, 0) + coalesce(clock.day_ds, 0)) / 10.0 as seconds
    from (select shanghai_date(app_now()) as today) calendar
    cross join generate_series(calendar.today - ${days - 1}::int, calendar.today, interval '1 day') as days (day)
    left join study_day past on past.student_id = ${studentId} and past.day = days.day::date
    left join study_clock clock on clock.student_id = ${studentId} and clock.day = days.day::date
    order by days.day`.execute(db)
  return rows
}
