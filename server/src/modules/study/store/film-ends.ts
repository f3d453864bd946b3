import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** what players call the end may be a little off: the judge's own tolerance */
const mostDriftDs = 10

/** Where a player's film ended, tenths of a second: kept where it is not the lesson's end, once for each play session. */
export async function noteFilmEnd(
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

/** how many students must say the same before it counts */
export const agreeingPlayers = 3
/** so many must have begun a lesson before it is a sign that nobody has finished it */
const mostStarters = 3

/** A lesson that staff must look at; tenths of a second. */
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
  /** of the started, those who have come as far as anybody, to five seconds */
  atFurthest: number
  /** students whose players ended elsewhere than the lesson, where most of them did, and how many of them there */
  players: number
  endDs: number | null
  agreeing: number
}

/**
 * Published lessons that several began and nobody has finished, that players end elsewhere than the lesson says, whose film is longer than they
 * say, or whose film would not be taken today. Who studies at this moment is not counted.
 */
export async function listLessonChecks(
  db: Db,
  lessonId: string | null = null,
): Promise<LessonCheck[]> {
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
        or heard.players >= ${agreeingPlayers}::int
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
      or doubtful.players >= ${agreeingPlayers}::int or (seen.started >= ${mostStarters}::int and seen.finished = 0)
    order by seen.started desc, course.code, doubtful.position limit 200`.execute(db)
  return rows
}

/** Students who have watched enough of a lesson to be done with it and are not marked so: its length was corrected. */
export async function listCovered(
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

/** Whose lesson was marked as done. */
export interface MarkedDone {
  studentId: string
  signCourseId: string
  signId: string
  courseTitle: string
  lessonTitle: string
}

/** The lesson is done in these courses; their students' clocks are held. */
export async function markDone(
  tx: Tx,
  lessonId: string,
  signCourseIds: string[],
): Promise<MarkedDone[]> {
  const { rows } = await sql<MarkedDone>`
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
