import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { lateralHeartbeats, microsecondsSql } from '../../../../platform/db/heartbeats.ts'
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

export interface PaidSession {
  no: number
  studentId: string
  signCourseId: string
  /** Microseconds since 1970. */
  openedMicros: number
  endsMicros: number
  /** Its heartbeats lie in files, so `credits` is empty. */
  isSealed: boolean
  credits: { micros: number; added: number }[]
}

/** Lists sessions of both accounts with their credit, only in current rounds of paid courses. */
export async function listPaidSessions(db: Db, one: string, other: string): Promise<PaidSession[]> {
  const { rows } = await sql<Omit<PaidSession, 'credits'> & { micros: number | null; added: number }>`
    select session.no, session.student_id, session.sign_course_id,
      ${sql.raw(microsecondsSql('session.opened_at'))} as opened_micros,
      ${sql.raw(microsecondsSql('least(session.closed_at, plan.study_end_at)'))} as ends_micros,
      session.sealed_ds is not null and not exists (select from study_beat where session_no = session.no) as is_sealed,
      ${sql.raw(microsecondsSql('beat.at'))} as micros, beat.added_ds as added
    from play_session session
    join sign_course chosen on chosen.id = session.sign_course_id and chosen.round = session.round
    join sign on sign.id = chosen.sign_id and sign.paid_at is not null and sign.refunded_at is null
    join plan on plan.id = chosen.plan_id
    left join ${sql.raw(lateralHeartbeats('session', 'and added_ds > 0'))} beat on true
    where session.student_id in (${one}, ${other})
    order by session.no, beat.seq`.execute(db)
  const sessions = new Map<number, PaidSession>()
  for (const { micros, added, ...session } of rows) {
    const known = sessions.get(session.no) ?? { ...session, credits: [] }
    if (micros !== null) known.credits.push({ micros, added })
    sessions.set(session.no, known)
  }
  return [...sessions.values()]
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
