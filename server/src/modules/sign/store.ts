import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** 报名: the facts; its state is derived in state.ts. */
export type Sign = Awaited<ReturnType<typeof lockSign>>

const selectSign = (db: Db) =>
  db.selectFrom('sign').select(['id', 'studentId', 'planId', 'createdAt', 'paidAt', 'refundedAt'])

/** A student's signs, in no order. */
export function listSigns(db: Db, studentId: string) {
  return selectSign(db).where('studentId', '=', studentId).execute()
}

/** Takes the sign's row lock, making the sign if this is the student's first try at the plan. */
export async function lockOrMakeSign(tx: Tx, studentId: string, planId: string): Promise<Sign> {
  await tx
    .insertInto('sign')
    .values({ studentId, planId })
    .onConflict((conflict) => conflict.columns(['studentId', 'planId']).doNothing())
    .execute()
  return selectSign(tx)
    .where('studentId', '=', studentId)
    .where('planId', '=', planId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Takes the row lock of a sign; whoever changes what was paid or chosen holds it. */
export function lockSign(tx: Tx, signId: string) {
  return selectSign(tx).where('id', '=', signId).forUpdate().executeTakeFirstOrThrow()
}

/** Makes these the chosen courses of an unpaid sign; what stays keeps its id. The database refuses it for a paid one. */
export async function replaceChoice(
  tx: Tx,
  sign: Sign,
  courses: { planCourseId: string; courseId: string }[],
): Promise<void> {
  const kept = courses.map((course) => course.planCourseId)
  await tx
    .deleteFrom('signCourse')
    .where('signId', '=', sign.id)
    .where('planCourseId', 'not in', kept)
    .execute()
  await tx
    .insertInto('signCourse')
    .values(
      courses.map((course) => ({
        ...course,
        signId: sign.id,
        studentId: sign.studentId,
        planId: sign.planId,
      })),
    )
    .onConflict((conflict) => conflict.columns(['signId', 'planCourseId']).doNothing())
    .execute()
}

/** Gives signs to another account, of plans it has none of; what lies below them follows by its keys. */
export async function moveSigns(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('sign')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .where('planId', 'not in', (select) =>
      select.selectFrom('sign').select('planId').where('studentId', '=', to),
    )
    .execute()
}

export async function setPaid(tx: Tx, signId: string): Promise<void> {
  await tx
    .updateTable('sign')
    .set({ paidAt: sql`app_now()`, refundedAt: null })
    .where('id', '=', signId)
    .execute()
}

export async function setRefunded(tx: Tx, signId: string): Promise<void> {
  await tx
    .updateTable('sign')
    .set({ refundedAt: sql`app_now()` })
    .where('id', '=', signId)
    .execute()
}

/** 报名课程 with what every reader of it needs: plan window, hours, sign facts. */
export type SignCourse = NonNullable<Awaited<ReturnType<typeof findSignCourse>>>

const selectSignCourse = (db: Db) =>
  db
    .selectFrom('signCourse')
    .innerJoin('sign', 'sign.id', 'signCourse.signId')
    .innerJoin('planCourse', 'planCourse.id', 'signCourse.planCourseId')
    .innerJoin('plan', 'plan.id', 'signCourse.planId')
    .innerJoin('course', 'course.id', 'signCourse.courseId')
    .select([
      'signCourse.id',
      'signCourse.signId',
      'signCourse.studentId',
      'signCourse.planId',
      'signCourse.planCourseId',
      'signCourse.courseId',
      'signCourse.evaluatedAt',
      'signCourse.round',
      'sign.paidAt',
      'sign.refundedAt',
      'planCourse.hours',
      'planCourse.required',
      'planCourse.position',
      'plan.year',
      'plan.studyEndAt',
      'course.title',
      'course.subject',
      sql<boolean>`app_now() < plan.study_end_at`.as('studyOpen'),
    ])

export function findSignCourse(db: Db, id: string) {
  return selectSignCourse(db).where('signCourse.id', '=', id).executeTakeFirst()
}

/** Every chosen course of a student, in the plans' order. */
export function listSignCourses(db: Db, studentId: string) {
  return selectSignCourse(db)
    .where('signCourse.studentId', '=', studentId)
    .orderBy('plan.year', 'desc')
    .orderBy('planCourse.position')
    .execute()
}

/** A re-study round starts: coverage counts from zero again, three more attempts follow. */
export async function setRound(tx: Tx, signCourseId: string, round: number): Promise<void> {
  await tx.updateTable('signCourse').set({ round }).where('id', '=', signCourseId).execute()
}

export async function insertEvaluation(
  tx: Tx,
  row: { signCourseId: string; content: number; teacher: number; usefulness: number; text: string },
): Promise<void> {
  await tx.insertInto('evaluation').values(row).execute()
  await tx
    .updateTable('signCourse')
    .set({ evaluatedAt: sql`app_now()` })
    .where('id', '=', row.signCourseId)
    .execute()
}

export function findEvaluation(db: Db, signCourseId: string) {
  return db
    .selectFrom('evaluation')
    .select(['content', 'teacher', 'usefulness', 'text'])
    .where('signCourseId', '=', signCourseId)
    .executeTakeFirst()
}
