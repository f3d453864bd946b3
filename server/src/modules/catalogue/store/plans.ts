import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertRow } from '../../../platform/db/insert-once.ts'
import { courseColumns, hasDemoFilms } from './courses.ts'
import type { PlanColumns } from './desk-plans.ts'
import { openedPlanStateSql } from './plan-state.ts'

export type Plan = NonNullable<Awaited<ReturnType<typeof findPlanByYear>>>

const selectPlan = (db: Db) =>
  db
    .selectFrom('plan')
    .select([
      'id',
      'year',
      'title',
      'signStartAt',
      'signEndAt',
      'studyEndAt',
      'priceFen',
      'requiredProfessional',
      'requiredPublic',
      'trial',
      openedPlanStateSql.as('state'),
      sql<boolean>`app_now() < study_end_at`.as('studyOpen'),
    ])
    .where('openedAt', 'is not', null)

export function listPlans(db: Db) {
  return selectPlan(db).orderBy('year', 'desc').execute()
}

export function findPlanByYear(db: Db, year: number) {
  return selectPlan(db).where('year', '=', year).executeTakeFirst()
}

export function findPlan(db: Db, id: string) {
  return selectPlan(db).where('id', '=', id).executeTakeFirst()
}

/** Changes of the plan wait until this transaction ends. */
export function sharePlan(tx: Tx, id: string) {
  return selectPlan(tx).where('id', '=', id).forKeyShare().executeTakeFirst()
}

/** Hours of a trial year count for no registration. */
export async function listTrialYears(db: Db, years: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('plan')
    .select('year')
    .where('year', '=', sql<number>`any(${years}::int[])`)
    .where('trial', '=', true)
    .execute()
  return new Set(rows.map(({ year }) => year))
}

/** Changes of these plans wait until this transaction ends. */
export async function sharePlansOfYears(tx: Tx, years: number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('plan')
    .select('year')
    .where('year', '=', sql<number>`any(${years}::int[])`)
    .where('openedAt', 'is not', null)
    .orderBy('year')
    .forShare()
    .execute()
  return new Set(rows.map(({ year }) => year))
}

/** Changes of these plans wait until this transaction ends. */
export async function sharePlansOfStudents(tx: Tx, studentIds: string[]): Promise<void> {
  await tx
    .selectFrom('plan')
    .select('id')
    .where('id', 'in', (signed) => signed.selectFrom('sign').select('planId').where('studentId', 'in', studentIds))
    .orderBy('year')
    .forShare()
    .execute()
}

/** Hours of a course are in tenths. */
export type PlanCourse = Awaited<ReturnType<typeof listPlanCourses>>[number]

/** Courses come in the order of the plan, without withdrawn ones. */
export function listPlanCourses(db: Db, planId: string) {
  return db
    .selectFrom('planCourse')
    .innerJoin('course', 'course.id', 'planCourse.courseId')
    .innerJoin('courseVersion as taught', 'taught.id', 'course.currentVersionId')
    .innerJoin('teacher', 'teacher.id', 'course.teacherId')
    .select([
      'planCourse.id',
      'planCourse.planId',
      'planCourse.courseId',
      'planCourse.position',
      'planCourse.required',
      'planCourse.hours',
      'taught.id as versionId',
      'course.code',
      ...courseColumns,
      hasDemoFilms,
      sql<number>`(select coalesce(sum(duration_ds), 0)::int from lesson where lesson.version_id = taught.id)`.as(
        'durationDs',
      ),
    ])
    .where('planCourse.planId', '=', planId)
    .where('course.withdrawnAt', 'is', null)
    .orderBy('planCourse.position')
    .execute()
}

export function insertPlan(db: Db, plan: Omit<PlanColumns, 'trial'> & { trial?: boolean }): Promise<string> {
  return insertRow(db, 'plan', { ...plan, openedAt: sql`app_now()` })
}

export interface NewPlanCourse {
  planId: string
  courseId: string
  position: number
  required: boolean
  hours: number
}

/** @returns the id of the plan_course row, not of the course */
export function insertPlanCourse(db: Db, row: NewPlanCourse): Promise<string> {
  return insertRow(db, 'planCourse', row)
}
