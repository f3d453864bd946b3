import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../platform/db/database.ts'
import { insertRow } from '../../../platform/db/insert-once.ts'
import { nameContainsSql } from '../../../platform/db/like.ts'
import { hasAnyRow, type PageRequest, selectPage } from '../../../platform/db/page.ts'
import { openedPlanStateSql } from './plan-state.ts'
import { type ExamRules, insertCourseVersion, insertLessons, type NewLesson, publishCourseVersion } from './versions.ts'

export const courseColumns = [
  'course.title',
  'course.intro',
  'course.subject',
  'course.coverFileId',
  'course.trialSeconds',
  'teacher.name as teacherName',
  'teacher.titleCode as teacherTitleCode',
  'teacher.employer as teacherEmployer',
  'teacher.intro as teacherIntro',
] as const

/** True for a course with demo films, which nobody uploaded and which last only minutes. */
export const hasDemoFilms = sql<boolean>`exists (select from lesson join file on file.id = lesson.video_file_id
  where lesson.version_id = taught.id and file.staff_id is null)`.as('demo')

const selectCourse = (db: Db) =>
  db
    .selectFrom('course')
    .innerJoin('teacher', 'teacher.id', 'course.teacherId')
    .select(['course.id', ...courseColumns])

export type Subject = DatabaseSchema['course']['subject']

export type CourseState = 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'

export interface CourseFields {
  title: string
  intro: string
  subject: Subject
  teacherId: string
  coverFileId: string | null
  trialSeconds: number
}

const state = sql<CourseState>`case when course.current_version_id is null then 'DRAFT'
  when course.withdrawn_at is not null then 'WITHDRAWN' else 'PUBLISHED' end`

const selectDesk = (db: Db) =>
  db
    .selectFrom('course')
    .innerJoin('teacher', 'teacher.id', 'course.teacherId')
    .select([
      'course.id',
      'course.code',
      'course.title',
      'course.intro',
      'course.subject',
      'course.teacherId',
      'course.coverFileId',
      'course.trialSeconds',
      'course.version',
      'course.currentVersionId',
      'course.updatedAt',
      'course.updatedBy',
      'teacher.name as teacherName',
      'teacher.titleCode as teacherTitleCode',
      state.as('state'),
    ])

export type DeskCourse = NonNullable<Awaited<ReturnType<typeof findDeskCourse>>>

/** `state` is derived from the dates of publication and withdrawal. */
export function findDeskCourse(db: Db, id: string) {
  return selectDesk(db).where('course.id', '=', id).executeTakeFirst()
}

export function findDeskCourses(db: Db, ids: string[]) {
  return db.selectFrom('course').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

/** The lock also blocks changes of the draft and of the question bank. */
export function lockDeskCourse(tx: Tx, id: string) {
  return selectDesk(tx).where('course.id', '=', id).forNoKeyUpdate('course').executeTakeFirst()
}

export interface CourseFilter extends PageRequest {
  subject?: Subject | undefined
  state?: CourseState | undefined
  teacherId?: string | undefined
  keyword?: string | undefined
}

export function listDeskCourses(db: Db, filter: CourseFilter) {
  const { subject, teacherId, keyword } = filter
  let chosen = selectDesk(db)
  if (subject) chosen = chosen.where('course.subject', '=', subject)
  if (teacherId) chosen = chosen.where('course.teacherId', '=', teacherId)
  if (filter.state) chosen = chosen.where(state, '=', filter.state)
  if (keyword)
    chosen = chosen.where(({ or }) =>
      or([
        nameContainsSql(sql`fold_width(course.title)`, keyword),
        nameContainsSql(sql`course.code`, keyword),
        nameContainsSql(sql`fold_width(teacher.name)`, keyword),
      ]),
    )
  const rows = chosen
    .select([
      sql<boolean>`exists (select from course_version draft
        where draft.course_id = course.id and draft.published_at is null)`.as('hasDraft'),
      shown<number>(sql`count(*)::int`).as('lessons'),
      shown<number>(sql`coalesce(sum(duration_ds), 0)::int`).as('durationDs'),
      sql<number[]>`array(select plan.year from plan_course join plan on plan.id = plan_course.plan_id
        where plan_course.course_id = course.id order by plan.year desc)`.as('years'),
    ])
    .orderBy('course.updatedAt', 'desc')
    .orderBy('course.id')
  return selectPage(rows, filter)
}

function shown<Result>(what: ReturnType<typeof sql>) {
  return sql<Result>`(select ${what} from lesson where lesson.version_id = coalesce(course.current_version_id,
    (select id from course_version draft where draft.course_id = course.id and draft.published_at is null)))`
}

export async function insertDeskCourse(
  tx: Tx,
  row: CourseFields & { id: string; updatedBy: string },
): Promise<string | undefined> {
  const made = await tx
    .insertInto('course')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('code')
    .executeTakeFirst()
  return made?.code
}

/** @returns the new revision number */
export async function updateDeskCourse(
  tx: Tx,
  id: string,
  fields: CourseFields & { updatedBy: string },
): Promise<number> {
  const { version } = await tx
    .updateTable('course')
    .set({ ...fields, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Serialises withdrawals, because each must see which courses the plans still offer. */
export async function lockCourseWithdrawals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('course withdrawals', 0))`.execute(tx)
}

/** The revision stays the same, so that a person who is editing can still save. */
export async function setCourseWithdrawn(
  tx: Tx,
  id: string,
  { withdrawn, updatedBy }: { withdrawn: boolean; updatedBy: string },
): Promise<void> {
  await tx
    .updateTable('course')
    .set({ withdrawnAt: withdrawn ? sql`app_now()` : null, updatedBy, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Finds the newest open or coming year that would lack hours without this course. */
export async function findYearRequiringCourse(db: Db, courseId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('planCourse')
    .innerJoin('plan', 'plan.id', 'planCourse.planId')
    .innerJoin('course', 'course.id', 'planCourse.courseId')
    .select('plan.year')
    .where('planCourse.courseId', '=', courseId)
    .where(
      sql<boolean>`(plan_course.required or course.subject = 'PROFESSIONAL' and plan.required_professional > (
        select coalesce(sum(other.hours), 0) from plan_course other join course offered on offered.id = other.course_id
        where other.plan_id = plan.id and offered.id <> course.id and offered.subject = 'PROFESSIONAL'
          and offered.current_version_id is not null and offered.withdrawn_at is null))`,
    )
    .where('plan.openedAt', 'is not', null)
    .where(openedPlanStateSql, '<>', 'CLOSED')
    .orderBy('plan.year', 'desc')
    .executeTakeFirst()
  return row?.year
}

/** A course's subject is fixed after the first payment, even if that was refunded. */
export function isCoursePaidFor(db: Db, courseId: string): Promise<boolean> {
  return hasAnyRow(
    db
      .selectFrom('signCourse')
      .innerJoin('sign', 'sign.id', 'signCourse.signId')
      .where('signCourse.courseId', '=', courseId)
      .where('sign.paidAt', 'is not', null),
  )
}

export type Course = Awaited<ReturnType<typeof listCourses>>[number]

/** This also finds a course that no plan offers. */
export function findCourse(db: Db, courseId: string) {
  return selectCourse(db).where('course.id', '=', courseId).executeTakeFirst()
}

/** The rows come in no defined order, and unknown ids are left out. */
export function listCourses(db: Db, courseIds: string[]) {
  return selectCourse(db).where('course.id', '=', sql<string>`any(${courseIds}::uuid[])`).execute()
}

/** Finds only a course that a plan offers, with its version for new students. */
export function findOfferedCourse(db: Db, courseId: string) {
  return selectCourse(db)
    .innerJoin('courseVersion as taught', 'taught.id', 'course.currentVersionId')
    .select(['taught.id as versionId', hasDemoFilms])
    .where('course.id', '=', courseId)
    .where('course.withdrawnAt', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('planCourse')
          .innerJoin('plan', 'plan.id', 'planCourse.planId')
          .select('planCourse.id')
          .whereRef('planCourse.courseId', '=', 'course.id')
          .where('plan.openedAt', 'is not', null),
      ),
    )
    .executeTakeFirst()
}

interface NewCourse {
  code: string
  title: string
  intro: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  coverFileId: string | null
  trialSeconds: number
  teacher: { name: string; titleCode: number; employer: string; intro: string }
  lessons: NewLesson[]
  rules?: Partial<ExamRules>
}

export async function insertCourse(db: Db, course: NewCourse): Promise<string> {
  const { teacher, lessons, rules, ...fields } = course
  const teacherId = await insertRow(db, 'teacher', teacher)
  const courseId = await insertRow(db, 'course', { ...fields, teacherId })
  const versionId = await insertCourseVersion(db, { courseId, no: 1, ...rules })
  await insertLessons(db, { courseId, versionId }, lessons)
  await publishCourseVersion(db, { courseId, versionId }, { by: 'system', note: '' })
  return courseId
}
