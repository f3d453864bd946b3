import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

/** This tolerance is the same as when judging heartbeats. */
const mostDriftDs = 10

/** Stores the film's end (in tenths of a second) if it differs from the lesson's end. */
export async function recordFilmEnd(
  db: Db,
  { studentId, playSessionId, endDs }: { studentId: string; playSessionId: string; endDs: number },
): Promise<void> {
  await sql`
    insert into film_end (session_no, end_ds)
    select session.no, ${endDs}::int from play_session session
    join lesson on lesson.id = session.lesson_id and lesson.kind = 'VIDEO'
    where session.student_id = ${studentId} and session.id = ${playSessionId}
      and abs(lesson.duration_ds - ${endDs}::int) > ${mostDriftDs}::int
    on conflict do nothing`.execute(db)
}

/** This many students must report the same film end before it counts. */
export const minStudentsForFilmEnd = 3
/** A lesson that nobody finished is suspicious after this many students have begun it. */
const mostStarters = 3

/** Times are in tenths of a second. */
export interface LessonCheck {
  lessonId: string
  title: string
  courseId: string
  courseCode: string
  courseTitle: string
  versionNo: number
  durationDs: number
  filmDs: number | null
  filmProblem: string | null
  started: number
  finished: number
  furthestDs: number
  atFurthest: number
  players: number
  endDs: number | null
  agreeing: number
}

/**
 * Lists lessons whose recorded length may be wrong. Students whose progress changed in the last hour are not counted,
 * because they may still be studying.
 */
export async function listLessonChecks(db: Db, lessonId: string | null = null): Promise<LessonCheck[]> {
  const { rows } = await sql<LessonCheck>`
    with taught as (
      select lesson.*, version.no as version_no, film.film_problem,
        round((film.media ->> 'durationSeconds')::numeric * 10)::int as film_ds
      from lesson join course_version version on version.id = lesson.version_id and version.published_at is not null
      left join file film on film.id = lesson.video_file_id
      where (${lessonId}::uuid is null or lesson.id = ${lessonId}::uuid)
    ), ends as (
      select distinct on (taught.id, session.student_id) taught.id, session.student_id, film_end.end_ds
      from film_end join play_session session on session.no = film_end.session_no
      join taught on taught.id = session.lesson_id
      where abs(taught.duration_ds - film_end.end_ds) > ${mostDriftDs}::int
      order by taught.id, session.student_id, film_end.at desc
    ), middle as (
      select id, count(*)::int as players, percentile_disc(0.5) within group (order by end_ds) as end_ds from ends group by id
    ), heard as (
      select middle.*, (select count(*)::int from ends
        where ends.id = middle.id and abs(ends.end_ds - middle.end_ds) <= ${mostDriftDs}::int) as agreeing
      from middle
    ), doubtful as (
      select taught.*, heard.players, heard.end_ds, heard.agreeing from taught left join heard on heard.id = taught.id
      where taught.film_problem is not null or taught.film_ds > taught.duration_ds + ${mostDriftDs}::int
        or heard.players >= ${minStudentsForFilmEnd}::int
        or not exists (select from lesson_progress where lesson_id = taught.id and done_at is not null)
    )
    select doubtful.id as "lessonId", doubtful.title, course.id as "courseId", course.code as "courseCode",
      course.title as "courseTitle", doubtful.version_no as "versionNo", doubtful.duration_ds as "durationDs",
      doubtful.film_ds as "filmDs", doubtful.film_problem as "filmProblem",
      seen.started, seen.finished, seen.furthest as "furthestDs", seen.at_furthest as "atFurthest",
      coalesce(doubtful.players, 0) as players, doubtful.end_ds as "endDs", coalesce(doubtful.agreeing, 0) as agreeing
    from doubtful join course on course.id = doubtful.course_id
    cross join lateral (
      select count(*)::int as started, count(*) filter (where done)::int as finished, coalesce(max(furthest), 0) as furthest,
        count(*) filter (where furthest >= top - 50)::int as at_furthest
      from (
        select progress.furthest_ds as furthest, progress.done_at is not null as done, max(progress.furthest_ds) over () as top
        from lesson_progress progress where progress.lesson_id = doubtful.id
          and progress.updated_at < (select app_now()) - interval '1 hour') begun
    ) seen
    where doubtful.film_problem is not null or doubtful.film_ds > doubtful.duration_ds + ${mostDriftDs}::int
      or doubtful.players >= ${minStudentsForFilmEnd}::int or (seen.started >= ${mostStarters}::int and seen.finished = 0)
    order by seen.started desc, course.code, doubtful.position limit 200`.execute(db)
  return rows
}

/** Lists students who watched the whole lesson but are not marked as done, because its length was corrected. */
export async function listStudentsDoneByCoverage(
  db: Db,
  { lessonId, neededDs, durationDs }: { lessonId: string; neededDs: number; durationDs: number },
  limit: number,
): Promise<{ studentId: string; signCourseId: string }[]> {
  const { rows } = await sql<{ studentId: string; signCourseId: string }>`
    select chosen.student_id as "studentId", progress.sign_course_id as "signCourseId"
    from lesson_progress progress
    join sign_course chosen on chosen.id = progress.sign_course_id and chosen.round = progress.round
    join sign on sign.id = chosen.sign_id and sign.paid_at is not null and sign.refunded_at is null
    where progress.lesson_id = ${lessonId} and progress.done_at is null
      and (select sum(upper(part) - lower(part))
        from unnest(progress.covered * int4multirange(int4range(0, ${durationDs}::int))) part) >= ${neededDs}::int
    order by chosen.student_id limit ${limit}`.execute(db)
  return rows
}

export interface LessonMarkedDone {
  studentId: string
  signCourseId: string
  signId: string
  courseTitle: string
  lessonTitle: string
}

export async function setLessonDone(tx: Tx, lessonId: string, signCourseIds: string[]): Promise<LessonMarkedDone[]> {
  const { rows } = await sql<LessonMarkedDone>`
    with held as (
      select progress.sign_course_id, progress.round from lesson_progress progress
      join sign_course chosen on chosen.id = progress.sign_course_id and chosen.round = progress.round
      where progress.lesson_id = ${lessonId} and progress.sign_course_id = any(${signCourseIds}::uuid[])
        and progress.done_at is null
      order by progress.sign_course_id for update of progress),
    marked as (
      update lesson_progress progress set done_at = app_now() from held
      where progress.sign_course_id = held.sign_course_id and progress.lesson_id = ${lessonId}
        and progress.round = held.round
      returning progress.sign_course_id)
    select chosen.student_id as "studentId", chosen.id as "signCourseId", chosen.sign_id as "signId",
      course.title as "courseTitle", lesson.title as "lessonTitle"
    from marked join sign_course chosen on chosen.id = marked.sign_course_id
    join course on course.id = chosen.course_id join lesson on lesson.id = ${lessonId}`.execute(tx)
  return rows
}
