import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

/** How a course is examined; of one version, and never changed once it is published. */
export interface ExamRules {
  singleCount: number
  multipleCount: number
  judgeCount: number
  /** 易 中 难 of each type, nine counts; null: whatever the bank gives */
  mix: number[] | null
  pointsEach: number
  passMark: number
  examSeconds: number
  attemptsPerRound: number
  randomCaptures: number
}

export const ruleColumns = [
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

/** The rules of a version, and how new the bank is that they draw from. */
export interface CourseRules extends ExamRules {
  versionId: string
  courseId: string
  /** grows with every change of the questions */
  bankVersion: number
}

/** undefined: there is no such version. */
export function findRules(db: Db, versionId: string): Promise<CourseRules | undefined> {
  return db
    .selectFrom('courseVersion')
    .innerJoin('course', 'course.id', 'courseVersion.courseId')
    .select(ruleColumns)
    .select(['courseVersion.id as versionId', 'courseVersion.courseId', 'course.bankVersion'])
    .where('courseVersion.id', '=', versionId)
    .executeTakeFirst()
}

export type Lesson = Awaited<ReturnType<typeof listLessons>>[number]

/** Lessons of one or more versions of courses, in order. durationDs: tenths of a second. */
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

/** A draft's id. What is left out of the rules is as the database has it. */
export async function insertVersion(
  db: Db,
  row: { courseId: string; no: number; updatedBy?: string } & Partial<ExamRules>,
): Promise<string> {
  const { id } = await db
    .insertInto('courseVersion')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The texts of one or more versions' lessons that are read; by lesson. */
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

/** The text of one lesson; undefined: it is not among the version's, or is none that is read. */
export async function findArticle(
  db: Db,
  of: { versionId: string; lessonId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('lesson')
    .select('articleHtml')
    .where('id', '=', of.lessonId)
    .where('versionId', '=', of.versionId)
    .executeTakeFirst()
  return row?.articleHtml ?? undefined
}

/** durationDs: tenths of a second. Of what is read: the reading time that is required. */
export type NewLesson = NewVideo | NewArticle

export interface NewArticle {
  title: string
  kind: 'ARTICLE'
  durationDs: number
  /** cleaned */
  articleHtml: string
}

export interface NewVideo {
  title: string
  kind: 'VIDEO'
  durationDs: number
  videoFileId: string
  /** the same in a fraction of the data, as long; left out: there is none */
  lowVideoFileId?: string | null
  /** left out: it has none */
  captionsFileId?: string | null
}

/** Lessons of a draft, in the order given. */
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

/** From now on the draft is what new students get. A course that was withdrawn stays so. */
export async function publishVersion(
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

/** A published version that students who have not begun may still have to follow (decision 038). */
export interface OpenMove {
  courseId: string
  versionId: string
  no: number
  /** nobody who was signing up when it was published can be at it any more */
  settled: boolean
}

/** longer than any sign-up takes from what it read to its end */
const settledAfter = '1 minute'

const selectMoves = (db: Db) =>
  db
    .selectFrom('course')
    .innerJoin('courseVersion as version', 'version.id', 'course.currentVersionId')
    .select([
      'course.id as courseId',
      'version.id as versionId',
      'version.no',
      sql<boolean>`version.published_at < app_now() - interval '${sql.raw(settledAfter)}'`.as(
        'settled',
      ),
    ])
    // a first version has nobody who could follow it
    .where('version.no', '>', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('courseVersionMove')
            .select('versionId')
            .whereRef('versionId', '=', 'version.id'),
        ),
      ),
    )

/** Of every course what is taught now, as long as nobody has noted that all have followed; what the job failed at waits for its next try. */
export function listOpenMoves(db: Db, job: string): Promise<OpenMove[]> {
  return selectMoves(db)
    .where(isNotPostponed(job, sql`version.id`))
    .orderBy('version.publishedAt')
    .execute()
}

export function findOpenMove(db: Db, courseId: string): Promise<OpenMove | undefined> {
  return selectMoves(db).where('course.id', '=', courseId).executeTakeFirst()
}

/** Closes a move. `moved`: the paid signs it took along. @returns whether it was open */
export async function noteMoved(tx: Tx, versionId: string, moved: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('courseVersionMove')
    .values({ versionId, moved })
    .onConflict((conflict) => conflict.column('versionId').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
