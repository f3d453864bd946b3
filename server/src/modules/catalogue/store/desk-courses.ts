import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'
import { hasPart } from '../../../platform/db/like.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'
import { openedState } from './plan-state.ts'

export type Subject = Schema['course']['subject']
export type CourseState = 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'

/** What staff may change of a course at any time; students see it at once. */
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

/** A course as the desk has it, in whatever state. */
export type DeskCourse = NonNullable<Awaited<ReturnType<typeof findDeskCourse>>>

/** With its teacher; `state` is worked out from what is published and withdrawn. */
export function findDeskCourse(db: Db, id: string) {
  return selectDesk(db).where('course.id', '=', id).executeTakeFirst()
}

/** Those of the ids that there are. */
export function findDeskCourses(db: Db, ids: string[]) {
  return db
    .selectFrom('course')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** The same, and nobody else changes it, its draft or its bank until the transaction ends. */
export function lockDeskCourse(tx: Tx, id: string) {
  return selectDesk(tx).where('course.id', '=', id).forNoKeyUpdate('course').executeTakeFirst()
}

export interface CourseFilter extends Paging {
  subject?: Subject | undefined
  state?: CourseState | undefined
  teacherId?: string | undefined
  keyword?: string | undefined
}

/** A page of the desk's list, newest change first. */
export function listDeskCourses(db: Db, filter: CourseFilter) {
  const { subject, teacherId, keyword } = filter
  let chosen = selectDesk(db)
  if (subject) chosen = chosen.where('course.subject', '=', subject)
  if (teacherId) chosen = chosen.where('course.teacherId', '=', teacherId)
  if (filter.state) chosen = chosen.where(state, '=', filter.state)
  if (keyword)
    chosen = chosen.where(({ or }) =>
      or([
        hasPart(sql`fold_width(course.title)`, keyword),
        hasPart(sql`course.code`, keyword),
        hasPart(sql`fold_width(teacher.name)`, keyword),
      ]),
    )
  const rows = chosen
    .select([
      sql<boolean>`exists (select from course_version draft
        where draft.course_id = course.id and draft.published_at is null)`.as('hasDraft'),
      shown<number>(sql`count(*)::int`).as('lessons'),
      shown<number>(sql`coalesce(sum(duration_ds), 0)::int`).as('durationDs'),
      sql<
        number[]
      >`array(select plan.year from plan_course join plan on plan.id = plan_course.plan_id
        where plan_course.course_id = course.id order by plan.year desc)`.as('years'),
    ])
    .orderBy('course.updatedAt', 'desc')
    .orderBy('course.id')
  return pageOf(rows, filter)
}

/** Of the lessons that students have; where there are none yet, of the draft's. */
function shown<Result>(what: ReturnType<typeof sql>) {
  return sql<Result>`(select ${what} from lesson where lesson.version_id = coalesce(course.current_version_id,
    (select id from course_version draft where draft.course_id = course.id and draft.published_at is null)))`
}

/** Its code; undefined: there is one with that id. */
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

/** @returns the new version */
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

/** Courses are withdrawn one after the other until the transaction ends: each sees what the one before has left to the plans. */
export async function lockWithdrawals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('course withdrawals', 0))`.execute(tx)
}

/** The version stays, as with a publication: it is of what staff edit, and somebody may be editing it. */
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

/**
 * The newest year of a plan that students can or will sign up for and that nobody could complete without the course: it is required, or the
 * professional hours of the others that are offered are too few.
 */
export async function yearThatNeeds(db: Db, courseId: string): Promise<number | undefined> {
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
    .where(openedState, '<>', 'CLOSED')
    .orderBy('plan.year', 'desc')
    .executeTakeFirst()
  return row?.year
}

/** Whether somebody has paid for it, refunded or not: then its subject is fixed. */
export async function wasPaidFor(db: Db, courseId: string): Promise<boolean> {
  const row = await db
    .selectFrom('signCourse')
    .innerJoin('sign', 'sign.id', 'signCourse.signId')
    .select('signCourse.id')
    .where('signCourse.courseId', '=', courseId)
    .where('sign.paidAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
