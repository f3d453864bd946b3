import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { countQueryRows, hasAnyRow } from '../../../platform/db/page.ts'
import { type OpenedPlanState, openedPlanStateSql } from './plan-state.ts'

export type PlanState = 'DRAFT' | OpenedPlanState

/** Hours are in tenths, the price is in fen. */
export interface PlanColumns {
  year: number
  title: string
  signStartAt: Date
  signEndAt: Date
  studyEndAt: Date
  priceFen: number
  requiredProfessional: number
  requiredPublic: number
  /** The proof of a trial year has no validity (decision 040). */
  trial: boolean
}

export type DeskPlan = NonNullable<Awaited<ReturnType<typeof findDeskPlan>>>

const selectPlan = (db: Db) =>
  db.selectFrom('plan').select([
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
    'version',
    'updatedAt',
    'updatedBy',
    sql<PlanState>`case when opened_at is null then 'DRAFT' else ${openedPlanStateSql} end`.as('state'),
    sql<boolean>`closed_at is not null`.as('closedEarly'),
    sql<number>`(select count(*)::int from sign where sign.plan_id = plan.id
          and sign.paid_at is not null and sign.refunded_at is null)`.as('paid'),
    sql<boolean>`plan_taken_up(plan)`.as('takenUp'),
    sql<number>`(select count(*)::int from plan_course where plan_course.plan_id = plan.id)`.as('courses'),
  ])

export function listDeskPlans(db: Db) {
  return selectPlan(db).orderBy('year', 'desc').execute()
}

/** Hours are in tenths, the price is in fen. `paid` does not count refunded signs. */
export function findDeskPlan(db: Db, id: string) {
  return selectPlan(db).where('id', '=', id).executeTakeFirst()
}

/** A year has at most one plan, so drafts count too. */
export function hasPlanOfYear(db: Db, year: number): Promise<boolean> {
  return hasAnyRow(db.selectFrom('plan').where('year', '=', year))
}

/** The lock also blocks sign-ups for the plan until the transaction ends. */
export async function lockDeskPlan(tx: Tx, id: string) {
  await tx.selectFrom('plan').select('id').where('id', '=', id).forUpdate().execute()
  return findDeskPlan(tx, id)
}

/** Counts unpaid orders, which can still be paid under the terms at their creation. */
export function countPendingOrderLines(db: Db, planId: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('orderLine')
      .innerJoin('sign', 'sign.id', 'orderLine.signId')
      .where('sign.planId', '=', planId)
      .where('orderLine.orderStatus', '=', 'PENDING')
      .where('orderLine.refundedAt', 'is', null),
  )
}

export async function hasHoursInYear(db: Db, year: number): Promise<boolean> {
  const { rows } = await sql<{
    counted: boolean
  }>`select year_has_hours(${year}) as counted`.execute(db)
  return rows[0]?.counted ?? false
}

export function listDeskPlanCourses(db: Db, planId: string) {
  return db
    .selectFrom('planCourse')
    .innerJoin('course', 'course.id', 'planCourse.courseId')
    .select([
      'planCourse.courseId',
      'planCourse.required',
      'planCourse.hours',
      'course.code',
      'course.title',
      'course.subject',
      sql<'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'>`case when current_version_id is null then 'DRAFT'
          when withdrawn_at is not null then 'WITHDRAWN' else 'PUBLISHED' end`.as('state'),
      sql<number>`(select count(*)::int from sign_course where sign_course.plan_course_id = plan_course.id)`.as(
        'chosen',
      ),
    ])
    .where('planCourse.planId', '=', planId)
    .orderBy('planCourse.position')
    .execute()
}

/** Waits for transactions that choose or withdraw one of these courses. */
export async function lockPlanCourses(tx: Tx, planId: string): Promise<void> {
  await sql`select from plan_course join course on course.id = plan_course.course_id
    where plan_course.plan_id = ${planId}::uuid order by plan_course.id
    for update of plan_course for share of course`.execute(tx)
}

export interface PlanCourseRow {
  courseId: string
  required: boolean
  hours: number
}

/** Courses that stay in the plan keep the id of their row. */
export async function replacePlanCourses(tx: Tx, planId: string, courses: PlanCourseRow[]): Promise<void> {
  const kept = courses.map(({ courseId }) => courseId)
  await tx
    .deleteFrom('planCourse')
    .where('planId', '=', planId)
    .where('courseId', '<>', sql<string>`all(${kept}::uuid[])`)
    .execute()
  if (courses.length === 0) return
  await tx
    .insertInto('planCourse')
    .values(courses.map((course, index) => ({ ...course, planId, position: index + 1 })))
    .onConflict((conflict) =>
      conflict.columns(['planId', 'courseId']).doUpdateSet((row) => ({
        required: row.ref('excluded.required'),
        hours: row.ref('excluded.hours'),
        position: row.ref('excluded.position'),
      })),
    )
    .execute()
}

export function insertDeskPlan(tx: Tx, row: PlanColumns & { id: string; updatedBy: string }): Promise<boolean> {
  return insertOnce(tx, 'plan', row)
}

/** @returns the new revision number */
export async function updateDeskPlan(
  tx: Tx,
  id: string,
  fields: Partial<PlanColumns> & { updatedBy: string },
): Promise<number> {
  const { version } = await tx
    .updateTable('plan')
    .set({ ...fields, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Students may sign up from the start of the plan's window. */
export async function openPlan(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('plan').set({ openedAt: sql`app_now()` }).where('id', '=', id).execute()
}

/** A reopened plan is open again only if its dates allow it. */
export async function setPlanClosed(tx: Tx, id: string, closed: boolean): Promise<void> {
  await tx
    .updateTable('plan')
    .set({ closedAt: closed ? sql`app_now()` : null })
    .where('id', '=', id)
    .execute()
}

/** Deletes only drafts; foreign keys protect a plan that somebody signed up for. */
export async function deletePlan(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('planCourse').where('planId', '=', id).execute()
  await tx.deleteFrom('plan').where('id', '=', id).where('openedAt', 'is', null).execute()
}
