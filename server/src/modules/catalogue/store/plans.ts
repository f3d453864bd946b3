import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { courseColumns, hasDemoFilms } from './courses.ts'
import type { PlanColumns } from './desk-plans.ts'
import { openedState } from './plan-state.ts'

/** 年度计划 as students see it, with its state by the rules' clock. Hours in tenths, price in fen. */
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
      openedState.as('state'),
      sql<boolean>`app_now() < study_end_at`.as('studyOpen'),
    ])
    // a draft is there for the desk alone
    .where('openedAt', 'is not', null)

/** Newest year first. */
export function listPlans(db: Db) {
  return selectPlan(db).orderBy('year', 'desc').execute()
}

/** A draft answers as a missing one. */
export function findPlanByYear(db: Db, year: number) {
  return selectPlan(db).where('year', '=', year).executeTakeFirst()
}

/** A draft answers as a missing one. */
export function findPlan(db: Db, id: string) {
  return selectPlan(db).where('id', '=', id).executeTakeFirst()
}

/** A plan, as it stays until the transaction ends: staff who change it wait, and then see what was made of it. */
export function holdPlan(tx: Tx, id: string) {
  return selectPlan(tx).where('id', '=', id).forKeyShare().executeTakeFirst()
}

/** Which of these years are trials: what they give counts for no registration. */
export async function trialYears(db: Db, years: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('plan')
    .select('year')
    .where('year', '=', sql<number>`any(${years}::int[])`)
    .where('trial', '=', true)
    .execute()
  return new Set(rows.map(({ year }) => year))
}

/** Which of these years have a plan that is no draft. It stays theirs, with what it asks for, until the transaction ends. */
export async function holdYears(tx: Tx, years: number[]): Promise<Set<number>> {
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

/** The plans that these students have signed up for stay as they are until the transaction ends. */
export async function holdPlansOf(tx: Tx, studentIds: string[]): Promise<void> {
  await tx
    .selectFrom('plan')
    .select('id')
    .where('id', 'in', (signed) =>
      signed.selectFrom('sign').select('planId').where('studentId', 'in', studentIds),
    )
    .orderBy('year')
    .forShare()
    .execute()
}

/** A course as a plan offers it: hours (tenths), required or elective, teacher, what is taught now and its length. */
export type PlanCourse = Awaited<ReturnType<typeof listPlanCourses>>[number]

/** All courses a plan offers to somebody new, in their order; at most a few dozen. A withdrawn one is not among them. */
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

/** An open plan, as seeds and tests bring it. */
export async function insertPlan(
  db: Db,
  plan: Omit<PlanColumns, 'trial'> & { trial?: boolean },
): Promise<string> {
  const { id } = await db
    .insertInto('plan')
    .values({ ...plan, openedAt: sql`app_now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewPlanCourse {
  planId: string
  courseId: string
  position: number
  required: boolean
  /** tenths */
  hours: number
}

/** @returns the id of the plan's course, which is not that of the course */
export async function insertPlanCourse(db: Db, row: NewPlanCourse): Promise<string> {
  const { id } = await db
    .insertInto('planCourse')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
