import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  type ExamRules,
  insertLessons,
  insertVersion,
  type NewLesson,
  ruleColumns,
} from './versions.ts'

/** A version with its rules, published or not. */
export type Version = NonNullable<Awaited<ReturnType<typeof findVersion>>>

const selectVersion = (db: Db) =>
  db
    .selectFrom('courseVersion')
    .select([
      'id',
      'courseId',
      'no',
      'revision',
      'updatedAt',
      'updatedBy',
      'publishedAt',
      'publishedBy',
      'note',
    ])
    .select(ruleColumns)

/** Its rules come with it, its lessons do not. */
export function findVersion(db: Db, id: string) {
  return selectVersion(db).where('id', '=', id).executeTakeFirst()
}

/** What of a course is not published yet. */
export function findDraft(db: Db, courseId: string) {
  return selectVersion(db)
    .where('courseId', '=', courseId)
    .where('publishedAt', 'is', null)
    .executeTakeFirst()
}

/** Every version of a course that was published, newest first, and how many paid signs are taught by it. */
export function listPublished(db: Db, courseId: string) {
  return db
    .selectFrom('courseVersion as version')
    .select([
      'version.id',
      'version.no',
      sql<Date>`version.published_at`.as('publishedAt'),
      sql<string>`version.published_by`.as('publishedBy'),
      'version.note',
      sql<number>`(select count(*)::int from lesson where lesson.version_id = version.id)`.as(
        'lessons',
      ),
      sql<number>`(select coalesce(sum(duration_ds), 0)::int from lesson where lesson.version_id = version.id)`.as(
        'durationDs',
      ),
      sql<number>`(select count(*)::int from sign_course chosen join sign on sign.id = chosen.sign_id
        where chosen.course_version_id = version.id and sign.paid_at is not null and sign.refunded_at is null)`.as(
        'students',
      ),
    ])
    .where('version.courseId', '=', courseId)
    .where('version.publishedAt', 'is not', null)
    .orderBy('version.no', 'desc')
    .execute()
}

interface DraftContent {
  rules: ExamRules
  lessons: NewLesson[]
  by: string
}

/** A new draft behind all that was published. */
export async function insertDraft(
  tx: Tx,
  courseId: string,
  { rules, lessons, by }: DraftContent,
): Promise<string> {
  const { no } = await tx
    .selectFrom('courseVersion')
    .select(sql<number>`coalesce(max(no), 0) + 1`.as('no'))
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow()
  const versionId = await insertVersion(tx, { courseId, no, ...rules, updatedBy: by })
  await insertLessons(tx, { courseId, versionId }, lessons)
  return versionId
}

/** @returns the new revision */
export async function replaceDraft(
  tx: Tx,
  { id: versionId, courseId }: { id: string; courseId: string },
  { rules, lessons, by }: DraftContent,
): Promise<number> {
  await tx.deleteFrom('lesson').where('versionId', '=', versionId).execute()
  await insertLessons(tx, { courseId, versionId }, lessons)
  const { revision } = await tx
    .updateTable('courseVersion')
    .set({ ...rules, updatedBy: by, updatedAt: sql`app_now()`, revision: sql`revision + 1` })
    .where('id', '=', versionId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** With its lessons. Only of a draft: a published version is what somebody studies. */
export async function deleteDraft(tx: Tx, versionId: string): Promise<void> {
  await tx.deleteFrom('lesson').where('versionId', '=', versionId).execute()
  await tx.deleteFrom('courseVersion').where('id', '=', versionId).execute()
}
