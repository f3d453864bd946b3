import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { lateralHeartbeats } from '../../../../platform/db/heartbeats.ts'
import { parseMultirange, type Ranges } from '../ranges.ts'

export interface LessonProgressRow {
  signCourseId: string
  lessonId: string
  coveredDs: Ranges
  creditedDs: number
  furthestDs: number
  resumeDs: number
  done: boolean
}

/** Lists progress of the current rounds only; lessons that were never opened have no row. */
export async function listLessonProgress(db: Db, signCourseIds: string[]): Promise<LessonProgressRow[]> {
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
    coveredDs: parseMultirange(covered),
    done: doneAt !== null,
  }))
}

/** A course without lessons never counts as studied. */
export async function listStudiedSignCourses(db: Db, signCourseIds: string[]): Promise<Set<string>> {
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

export async function isSignCourseStudied(db: Db, signCourseId: string): Promise<boolean> {
  return (await listStudiedSignCourses(db, [signCourseId])).has(signCourseId)
}

/** Returns seconds for each day in Shanghai, today last; days without study are 0. */
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

interface SharedWork {
  studentId: string
  signCourseId: string
  from: number
  until: number
  needs: number
}

/**
 * Lists credit of both accounts from sessions that were open at the same time, only in current rounds of paid courses.
 */
export async function listSimultaneousCredit(db: Db, one: string, other: string): Promise<SharedWork[]> {
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
    from live cross join ${sql.raw(lateralHeartbeats('live'))} beat
    where beat.added_ds > 0 and exists (
      select from live them where them.student_id <> live.student_id
        and them.opened_at < least(live.last, live.ends) and live.opened_at < least(them.last, them.ends)
    )
    order by beat.at`.execute(db)
  return rows
}

/**
 * Locks the study clocks in the same order as heartbeats do. Heartbeats that were judged before this lock are judged
 * again.
 */
export async function lockStudyClocks(tx: Tx, studentIds: string[]): Promise<void> {
  await sql`select from study_clock where student_id = any(${studentIds}::uuid[]) order by student_id for update`.execute(
    tx,
  )
  await sql`update study_clock set version = version + 1 where student_id = any(${studentIds}::uuid[])`.execute(tx)
}
