import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertRow } from '../../../platform/db/insert-once.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'

const selectVersion = (db: Db) =>
  db
    .selectFrom('courseVersion')
    .select(['id', 'courseId', 'no', 'revision', 'updatedAt', 'updatedBy', 'publishedAt', 'publishedBy', 'note'])
    .select(examRuleColumns)

/** Exam rules belong to one version and never change after its publication. */
export interface ExamRules {
  singleCount: number
  multipleCount: number
  judgeCount: number
  /** Counts of easy, medium and hard questions (易 中 难) for each of three types; null means any mix. */
  mix: number[] | null
  pointsEach: number
  passMark: number
  examSeconds: number
  attemptsPerRound: number
  randomCaptures: number
}

export const examRuleColumns = [
  'singleCount',
  'multipleCount',
  'judgeCount',
  'mix',
  'pointsEach',
  'passMark',
  'examSeconds',
  'attemptsPerRound',
  'randomCaptures',
] as const

export interface CourseExamRules extends ExamRules {
  versionId: string
  courseId: string
  bankVersion: number
}

export function findCourseExamRules(db: Db, versionId: string): Promise<CourseExamRules | undefined> {
  return db
    .selectFrom('courseVersion')
    .innerJoin('course', 'course.id', 'courseVersion.courseId')
    .select(examRuleColumns)
    .select(['courseVersion.id as versionId', 'courseVersion.courseId', 'course.bankVersion'])
    .where('courseVersion.id', '=', versionId)
    .executeTakeFirst()
}

export type Lesson = Awaited<ReturnType<typeof listLessons>>[number]

/** `durationDs` is in tenths of a second. */
export function listLessons(db: Db, versionIds: string[]) {
  return db
    .selectFrom('lesson')
    .select([
      'id',
      'courseId',
      'versionId',
      'position',
      'title',
      'kind',
      'durationDs',
      'videoFileId',
      'lowVideoFileId',
      'captionsFileId',
    ])
    .where('versionId', '=', sql<string>`any(${versionIds}::uuid[])`)
    .orderBy('versionId')
    .orderBy('position')
    .execute()
}

/** The database fills missing exam rules with defaults. */
export function insertCourseVersion(
  db: Db,
  row: { courseId: string; no: number; updatedBy?: string } & Partial<ExamRules>,
): Promise<string> {
  return insertRow(db, 'courseVersion', row)
}

export async function listArticles(db: Db, versionIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('lesson')
    .select(['id', 'articleHtml'])
    .where('versionId', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('articleHtml', 'is not', null)
    .$narrowType<{ articleHtml: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [row.id, row.articleHtml]))
}

export async function findArticle(db: Db, of: { versionId: string; lessonId: string }): Promise<string | undefined> {
  const row = await db
    .selectFrom('lesson')
    .select('articleHtml')
    .where('id', '=', of.lessonId)
    .where('versionId', '=', of.versionId)
    .executeTakeFirst()
  return row?.articleHtml ?? undefined
}

/** `durationDs` is in tenths of a second; for an article it is the required reading time. */
export type NewLesson = NewVideo | NewArticle

export interface NewArticle {
  title: string
  kind: 'ARTICLE'
  durationDs: number
  /** This HTML is sanitised already. */
  articleHtml: string
}

export interface NewVideo {
  title: string
  kind: 'VIDEO'
  durationDs: number
  videoFileId: string
  /** A film of the same length with a lower data rate. */
  lowVideoFileId?: string | null
  captionsFileId?: string | null
}

export async function insertLessons(
  db: Db,
  of: { courseId: string; versionId: string },
  lessons: NewLesson[],
): Promise<void> {
  if (lessons.length === 0) return
  const rows = lessons.map((lesson, index) => ({
    ...noFiles,
    ...lesson,
    ...of,
    position: index + 1,
  }))
  await db.insertInto('lesson').values(rows).execute()
}

const noFiles = { videoFileId: null, lowVideoFileId: null, captionsFileId: null, articleHtml: null }

/** Publishing a version of a withdrawn course does not offer it again. */
export async function publishCourseVersion(
  db: Db,
  { courseId, versionId }: { courseId: string; versionId: string },
  { by, note }: { by: string; note: string },
): Promise<void> {
  await db
    .updateTable('courseVersion')
    .set({ publishedAt: sql`app_now()`, publishedBy: by, note })
    .where('id', '=', versionId)
    .execute()
  await db
    .updateTable('course')
    .set({
      currentVersionId: versionId,
      updatedBy: by,
      updatedAt: sql`app_now()`,
    })
    .where('id', '=', courseId)
    .execute()
}

/** A publication after which sign-ups without study may still have to move to the new version (decision 038). */
export interface OpenVersionMove {
  courseId: string
  versionId: string
  no: number
  /** True if no sign-up transaction from before the publication can still be running. */
  settled: boolean
}

/** No sign-up transaction takes longer than this. */
const settledAfter = '1 minute'

const selectMoves = (db: Db) =>
  db
    .selectFrom('course')
    .innerJoin('courseVersion as version', 'version.id', 'course.currentVersionId')
    .select([
      'course.id as courseId',
      'version.id as versionId',
      'version.no',
      sql<boolean>`version.published_at < app_now() - interval '${sql.raw(settledAfter)}'`.as('settled'),
    ])
    .where('version.no', '>', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('courseVersionMove').select('versionId').whereRef('versionId', '=', 'version.id'))),
    )

/** Leaves out a version move that failed in this job until its next try. */
export function listOpenVersionMoves(db: Db, job: string): Promise<OpenVersionMove[]> {
  return selectMoves(db).where(isNotPostponedSql(job, sql`version.id`)).orderBy('version.publishedAt').execute()
}

export function findOpenVersionMove(db: Db, courseId: string): Promise<OpenVersionMove | undefined> {
  return selectMoves(db).where('course.id', '=', courseId).executeTakeFirst()
}

/** `moved` is the number of paid signs that moved. @returns false if the move was closed already */
export async function closeVersionMove(tx: Tx, versionId: string, moved: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('courseVersionMove')
    .values({ versionId, moved })
    .onConflict((conflict) => conflict.column('versionId').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export type CourseVersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

export function findVersion(db: Db, id: string) {
  return selectVersion(db).where('id', '=', id).executeTakeFirst()
}

export function findDraftVersion(db: Db, courseId: string) {
  return selectVersion(db).where('courseId', '=', courseId).where('publishedAt', 'is', null).executeTakeFirst()
}

export function listPublishedVersions(db: Db, courseId: string) {
  return db
    .selectFrom('courseVersion as version')
    .select([
      'version.id',
      'version.no',
      sql<Date>`version.published_at`.as('publishedAt'),
      sql<string>`version.published_by`.as('publishedBy'),
      'version.note',
      sql<number>`(select count(*)::int from lesson where lesson.version_id = version.id)`.as('lessons'),
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

export async function insertDraftVersion(
  tx: Tx,
  courseId: string,
  { rules, lessons, by }: DraftContent,
): Promise<string> {
  const { no } = await tx
    .selectFrom('courseVersion')
    .select(sql<number>`coalesce(max(no), 0) + 1`.as('no'))
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow()
  const versionId = await insertCourseVersion(tx, { courseId, no, ...rules, updatedBy: by })
  await insertLessons(tx, { courseId, versionId }, lessons)
  return versionId
}

export async function replaceDraftVersion(
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

/** Deletes only drafts, because students study published versions. */
export async function deleteDraftVersion(tx: Tx, versionId: string): Promise<void> {
  await tx.deleteFrom('lesson').where('versionId', '=', versionId).execute()
  await tx.deleteFrom('courseVersion').where('id', '=', versionId).execute()
}
