import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { hasAnyRow } from '../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'

/** Lengths are in tenths of a second. */
export interface FilmLengthMismatch {
  lessonId: string
  courseId: string
  title: string
  fromDs: number
  toDs: number
}

/** Lengths may differ by this many tenths of a second because of rounding. */
const toleranceDs = 5
const filmDs = sql<number>`round((film.media ->> 'durationSeconds')::numeric * 10)::int`

/** Leaves out a lesson that failed in this job until its next try. */
export function listLessonsLongerThanFilm(db: Db, job: string): Promise<FilmLengthMismatch[]> {
  return db
    .selectFrom('lesson')
    .innerJoin('courseVersion as version', 'version.id', 'lesson.versionId')
    .innerJoin('file as film', 'film.id', 'lesson.videoFileId')
    .select([
      'lesson.id as lessonId',
      'lesson.courseId',
      'lesson.title',
      'lesson.durationDs as fromDs',
      filmDs.as('toDs'),
    ])
    .where('lesson.kind', '=', 'VIDEO')
    .where('version.publishedAt', 'is not', null)
    .where('lesson.durationDs', '>', sql<number>`${filmDs} + ${toleranceDs}::int`)
    .where(filmDs, '>', 0)
    .where(isNotPostponedSql(job, sql`lesson.id`))
    .orderBy('lesson.id')
    .execute()
}

export async function updateDraftLessonLengths(db: Db): Promise<void> {
  await sql`
    with held as (
      select lesson.id, ${filmDs} as film_ds from lesson
      join course_version version on version.id = lesson.version_id and version.published_at is null
      join file film on film.id = lesson.video_file_id
      where lesson.kind = 'VIDEO' and abs(lesson.duration_ds - ${filmDs}) > ${toleranceDs}::int and ${filmDs} > 0
      order by lesson.id for update of lesson)
    update lesson set duration_ds = held.film_ds from held where lesson.id = held.id`.execute(db)
}

/** Also writes the required correction record. @returns false if the length has changed meanwhile */
export async function shortenLesson(
  tx: Tx,
  { lessonId, fromDs, toDs }: Pick<FilmLengthMismatch, 'lessonId' | 'fromDs' | 'toDs'>,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const there = await tx
    .selectFrom('lesson')
    .select('id')
    .where('id', '=', lessonId)
    .where('durationDs', '=', fromDs)
    .forUpdate()
    .executeTakeFirst()
  if (!there) return false
  await tx.insertInto('lessonLength').values({ lessonId, fromDs, toDs, by, reason }).execute()
  await tx.updateTable('lesson').set({ durationDs: toDs }).where('id', '=', lessonId).execute()
  return true
}

/** Lists length corrections after which students may have finished a lesson that is not marked finished. */
export function listOpenLengthCorrections(db: Db, job: string) {
  return db
    .selectFrom('lessonLength')
    .innerJoin('lesson', 'lesson.id', 'lessonLength.lessonId')
    .select(['lessonLength.id', 'lessonLength.lessonId', 'lesson.durationDs'])
    .where('settledAt', 'is', null)
    .where(isNotPostponedSql(job, sql`lesson_length.id`))
    .orderBy('lessonLength.id')
    .execute()
}

export async function closeLengthCorrection(db: Db, id: string | number | bigint): Promise<void> {
  await sql`update lesson_length set settled_at = app_now() where id = ${id}`.execute(db)
}

export function isLessonShortenedTo(db: Db, lessonId: string, toDs: number): Promise<boolean> {
  return hasAnyRow(
    db
      .selectFrom('lesson')
      .innerJoin('lessonLength', 'lessonLength.lessonId', 'lesson.id')
      .where('lesson.id', '=', lessonId)
      .where('lesson.durationDs', '=', toDs)
      .where('lessonLength.toDs', '=', toDs),
  )
}
