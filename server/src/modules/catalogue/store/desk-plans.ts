import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { type OpenedState, openedState } from './plan-state.ts'

export type PlanState = 'DRAFT' | OpenedState

/** What staff set of a plan. Hours in tenths, price in fen. */
export interface PlanColumns {
  year: number
  title: string
  signStartAt: Date
  signEndAt: Date
  studyEndAt: Date
  priceFen: number
  requiredProfessional: number
  requiredPublic: number
  /** its proof counts for no registration (decision 040) */
  trial: boolean
}

/** A plan as the desk has it, drafts included. */
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
    sql<PlanState>`case when opened_at is null then 'DRAFT' else ${openedState} end`.as('state'),
    sql<boolean>`closed_at is not null`.as('closedEarly'),
    sql<number>`(select count(*)::int from sign where sign.plan_id = plan.id
          and sign.paid_at is not null and sign.refunded_at is null)`.as('paid'),
    sql<boolean>`plan_taken_up(plan)`.as('takenUp'),
    sql<number>`(select count(*)::int from plan_course where plan_course.plan_id = plan.id)`.as(
      'courses',
    ),
  ])

/** Newest year first. */
export function listDeskPlans(db: Db) {
  return selectPlan(db).orderBy('year', 'desc').execute()
}

/** Hours in tenths, price in fen; `paid` counts the signs whose money is kept. */
export function findDeskPlan(db: Db, id: string) {
  return selectPlan(db).where('id', '=', id).executeTakeFirst()
}

/** Drafts count: a year has one plan. */
export async function hasPlanOf(db: Db, year: number): Promise<boolean> {
  const row = await db.selectFrom('plan').select('id').where('year', '=', year).executeTakeFirst()
  return row !== undefined
}

/** The same; nobody changes it or signs up for it until the transaction ends. */
export async function lockDeskPlan(tx: Tx, id: string) {
  await tx.selectFrom('plan').select('id').where('id', '=', id).forUpdate().execute()
  return findDeskPlan(tx, id)
}

/** Whose order for it waits for payment: it can be paid at any moment, as the plan was when it was placed. */
export function countWaiting(db: Db, planId: string): Promise<number> {
  return countOf(
    db
      .selectFrom('orderLine')
      .innerJoin('sign', 'sign.id', 'orderLine.signId')
      .where('sign.planId', '=', planId)
      .where('orderLine.orderStatus', '=', 'PENDING')
      .where('orderLine.refundedAt', 'is', null),
  )
}

/** Whether anybody has hours of a year in the ledger, or a proof of it. */
export async function yearHasHours(db: Db, year: number): Promise<boolean> {
  const { rows } = await sql<{
    counted: boolean
  }>`select year_has_hours(${year}) as counted`.execute(db)
  return rows[0]?.counted ?? false
}

/** Its courses in their order; the state is the course's own. */
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

/** Whoever is just choosing one of them, or withdrawing it, is waited for, and seen afterwards. */
export async function lockPlanCourses(tx: Tx, planId: string): Promise<void> {
  await sql`select from plan_course join course on course.id = plan_course.course_id
    where plan_course.plan_id = ${planId}::uuid order by plan_course.id
    for update of plan_course for share of course`.execute(tx)
}

export interface PlanCourseRow {
  courseId: string
  required: boolean
  /** tenths */
  hours: number
}

/** Makes these the plan's courses, in this order; what stays keeps its id. */
export async function replacePlanCourses(
  tx: Tx,
  planId: string,
  courses: PlanCourseRow[],
): Promise<void> {
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

/** False: there is one with that id or of that year. */
export function insertDeskPlan(
  tx: Tx,
  row: PlanColumns & { id: string; updatedBy: string },
): Promise<boolean> {
  return insertOnce(tx, 'plan', row)
}

/** @returns the new version */
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

/** From its window's begin on students may sign up. */
export async function openPlan(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('plan').set({ openedAt: sql`app_now()` }).where('id', '=', id).execute()
}

/** Before its window ends, or no longer so: what was open by its dates is open again. */
export async function setPlanClosed(tx: Tx, id: string, closed: boolean): Promise<void> {
  await tx
    .updateTable('plan')
    .set({ closedAt: closed ? sql`app_now()` : null })
    .where('id', '=', id)
    .execute()
}

/** Of a draft: nobody can have signed up for it, and the tables refuse to lose one that somebody is named for. */
export async function deletePlan(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('planCourse').where('planId', '=', id).execute()
  await tx.deleteFrom('plan').where('id', '=', id).where('openedAt', 'is', null).execute()
}
