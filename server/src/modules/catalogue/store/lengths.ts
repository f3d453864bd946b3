import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

/** A lesson and how long it is, by the record and by its film; tenths of a second. */
export interface WrongLength {
  lessonId: string
  courseId: string
  title: string
  fromDs: number
  toDs: number
}

/** so much may a film that was read again differ: rounding */
const toleranceDs = 5
const filmDs = sql<number>`round((film.media ->> 'durationSeconds')::numeric * 10)::int`

/** Published lessons whose film turned out to be shorter than they say; what the job failed at waits for its next try. */
export function listTooLong(db: Db, job: string): Promise<WrongLength[]> {
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
    .where(isNotPostponed(job, sql`lesson.id`))
    .orderBy('lesson.id')
    .execute()
}

/** Lessons of drafts are as long as their films, longer or shorter than before. */
export async function renewDraftLengths(db: Db): Promise<void> {
  await sql`
    with held as (
      select lesson.id, ${filmDs} as film_ds from lesson
      join course_version version on version.id = lesson.version_id and version.published_at is null
      join file film on film.id = lesson.video_file_id
      where lesson.kind = 'VIDEO' and abs(lesson.duration_ds - ${filmDs}) > ${toleranceDs}::int and ${filmDs} > 0
      order by lesson.id for update of lesson)
    update lesson set duration_ds = held.film_ds from held where lesson.id = held.id`.execute(db)
}

/** A published lesson becomes shorter, with the record that the database demands. @returns false: it is not that long any more */
export async function shortenLesson(
  tx: Tx,
  { lessonId, fromDs, toDs }: Pick<WrongLength, 'lessonId' | 'fromDs' | 'toDs'>,
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

/** Corrections of which somebody who has watched enough may still be to be marked as done. */
export function listOpenLengths(db: Db, job: string) {
  return db
    .selectFrom('lessonLength')
    .innerJoin('lesson', 'lesson.id', 'lessonLength.lessonId')
    .select(['lessonLength.id', 'lessonLength.lessonId', 'lesson.durationDs'])
    .where('settledAt', 'is', null)
    .where(isNotPostponed(job, sql`lesson_length.id`))
    .orderBy('lessonLength.id')
    .execute()
}

export async function closeLength(db: Db, id: string | number | bigint): Promise<void> {
  await sql`update lesson_length set settled_at = app_now() where id = ${id}`.execute(db)
}

/** Whether a lesson was corrected to that length, and has it. */
export async function isShortenedTo(db: Db, lessonId: string, toDs: number): Promise<boolean> {
  const row = await db
    .selectFrom('lesson')
    .innerJoin('lessonLength', 'lessonLength.lessonId', 'lesson.id')
    .select('lesson.id')
    .where('lesson.id', '=', lessonId)
    .where('lesson.durationDs', '=', toDs)
    .where('lessonLength.toDs', '=', toDs)
    .executeTakeFirst()
  return row !== undefined
}
