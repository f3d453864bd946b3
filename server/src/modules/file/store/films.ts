import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import { filmReaderVersion, type LessonMedia } from '../film.ts'

export type FilmToRead = Awaited<ReturnType<typeof listFilmsToRead>>[number]

/** SQL condition: a student played the lesson of this film in the last 30 minutes, so its bytes must not change now. */
const isPlayed = sql`exists (select from lesson join lesson_progress progress on progress.lesson_id = lesson.id
  where file.id in (lesson.video_file_id, lesson.low_video_file_id)
    and progress.updated_at > (select app_now()) - interval '30 minutes')`
/** Nobody knows who is watching a public film, so its bytes change only between 2 and 5 a.m. in Shanghai. */
const isNight = sql`extract(hour from (select app_now()) at time zone 'Asia/Shanghai') between 2 and 4`
const mayMove = sql<boolean>`case file.purpose when 'LESSON' then not ${isPlayed} else ${isNight} end`

/**
 * Lists films that an older film reader has read, films whose index must move to the front, and films for which players
 * reported another end. A failed film waits for its next try.
 */
export function listFilmsToRead(db: Db, { job, limit }: { job: string; limit: number }) {
  return db
    .selectFrom('file')
    .select(['id', 'purpose', 'name', 'storageKey', 'size', 'media', mayMove.as('mayMove')])
    .where('purpose', 'in', ['LESSON', 'VIDEO'])
    .where('deletedAt', 'is', null)
    .where('hashPartBytes', 'is', null)
    .where(isNotPostponedSql(job, sql`file.id`))
    .where((where) =>
      where.or([
        where('filmRule', '<', filmReaderVersion),
        where.and([where('indexRule', '<', filmReaderVersion), mayMove]),
        where.and([
          where('filmReadAt', '<', sql<Date>`(select app_now()) - interval '1 day'`),
          sql<boolean>`file.id in (select lesson.video_file_id from film_end
            join play_session on play_session.no = film_end.session_no join lesson on lesson.id = play_session.lesson_id
            where film_end.at > (select app_now()) - interval '1 day')`,
        ]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

interface ReadAgain {
  /** Null for a public or unreadable film. */
  media: LessonMedia | null
  problem: string | null
  /** True if the index was moved or is already in front. */
  isMoved: boolean
}

export async function recordFilmReading(db: Db, id: string, read: ReadAgain): Promise<void> {
  await db
    .updateTable('file')
    .set({
      filmRule: filmReaderVersion,
      filmReadAt: sql<Date>`app_now()`,
      filmProblem: read.problem,
      ...(read.media && { media: JSON.stringify(read.media) }),
      ...(read.isMoved && { indexRule: filmReaderVersion }),
    })
    .where('id', '=', id)
    .execute()
}

/** @returns false if the file was deleted or changed, or its new content is stored already */
export async function replaceFileContent(
  db: Db,
  { id, before }: { id: string; before: string },
  now: { storageKey: string; size: number; sha256: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ ...now, hashPartBytes: null })
    .where('id', '=', id)
    .where('storageKey', '=', before)
    .where('deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file as other')
            .select('other.id')
            .whereRef('other.purpose', '=', 'file.purpose')
            .where('other.sha256', '=', now.sha256)
            .where('other.ownerId', 'is', null)
            .where('other.staffId', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
