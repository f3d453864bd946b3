import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import { filmRule, type Media } from '../film.ts'

export type FilmToRead = Awaited<ReturnType<typeof listFilmsToRead>>[number]

/** a lesson's film that somebody plays is not given another order of bytes under its address */
const isPlayed = sql`exists (select from lesson join lesson_progress progress on progress.lesson_id = lesson.id
  where file.id in (lesson.video_file_id, lesson.low_video_file_id)
    and progress.updated_at > (select app_now()) - interval '30 minutes')`
/** who plays a public film is not known: from two to five at night, Shanghai */
const isNight = sql`extract(hour from (select app_now()) at time zone 'Asia/Shanghai') between 2 and 4`
const mayMove = sql<boolean>`case file.purpose when 'LESSON' then not ${isPlayed} else ${isNight} end`

/**
 * Films that are to be read again: by a newer rule than before, because players say since a day or less that their end is elsewhere, or to put
 * their index in front at a quiet time. The oldest first; what the job failed at waits for its next try.
 */
export function listFilmsToRead(db: Db, { job, limit }: { job: string; limit: number }) {
  return db
    .selectFrom('file')
    .select(['id', 'purpose', 'name', 'storageKey', 'size', 'media', mayMove.as('mayMove')])
    .where('purpose', 'in', ['LESSON', 'VIDEO'])
    .where('deletedAt', 'is', null)
    .where(isNotPostponed(job, sql`file.id`))
    .where((where) =>
      where.or([
        where('filmRule', '<', filmRule),
        where.and([where('indexRule', '<', filmRule), mayMove]),
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
  /** null: it is a film of the public pages, or cannot be read */
  media: Media | null
  /** why it would not be taken today */
  problem: string | null
  /** its index was put in front, or left where it is */
  isMoved: boolean
}

/** Notes what a film was found to be. */
export async function noteFilmRead(db: Db, id: string, read: ReadAgain): Promise<void> {
  await db
    .updateTable('file')
    .set({
      filmRule,
      filmReadAt: sql<Date>`app_now()`,
      filmProblem: read.problem,
      ...(read.media && { media: JSON.stringify(read.media) }),
      ...(read.isMoved && { indexRule: filmRule }),
    })
    .where('id', '=', id)
    .execute()
}

/** Its bytes lie elsewhere, in another order. @returns false: it went, or changed meanwhile, or the product has that very content already */
export async function replaceContent(
  db: Db,
  { id, before }: { id: string; before: string },
  now: { storageKey: string; size: number; sha256: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set(now)
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
