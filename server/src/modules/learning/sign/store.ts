import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** A sign (报名) has a derived state; see `state.ts`. */
export type Sign = Awaited<ReturnType<typeof lockSign>>

const selectSign = (db: Db) =>
  db.selectFrom('sign').select(['id', 'studentId', 'planId', 'createdAt', 'paidAt', 'refundedAt'])

export function listSigns(db: Db, studentId: string) {
  return selectSign(db).where('studentId', '=', studentId).execute()
}

export async function lockOrCreateSign(tx: Tx, studentId: string, planId: string): Promise<Sign> {
  // Look for an existing sign first: an insert would lock the account, which must be locked after signs (decision 049).
  const [there] = await lockSignsOfPlans(tx, [{ studentId, planId }])
  if (there) return there
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

/** Every change of payment or choice needs this lock. */
export function lockSign(tx: Tx, signId: string) {
  return selectSign(tx).where('id', '=', signId).forUpdate().executeTakeFirstOrThrow()
}

export async function lockOrCreateSigns(tx: Tx, studentIds: string[], planId: string): Promise<Sign[]> {
  await tx
    .insertInto('sign')
    .values([...studentIds].sort().map((studentId) => ({ studentId, planId })))
    .onConflict((conflict) => conflict.columns(['studentId', 'planId']).doNothing())
    .execute()
  return selectSign(tx)
    .where('planId', '=', planId)
    .where('studentId', 'in', studentIds)
    .orderBy('studentId')
    .forUpdate()
    .execute()
}

/** Locks signs in the order of students (decision 049). */
export function lockSigns(tx: Tx, signIds: string[]) {
  return selectSign(tx).where('id', 'in', signIds).orderBy('studentId').orderBy('id').forUpdate().execute()
}

/** Locks signs in the order of students (decision 049). */
export function lockSignsOfStudents(tx: Tx, studentIds: string[]) {
  return selectSign(tx).where('studentId', 'in', studentIds).orderBy('studentId').orderBy('id').forUpdate().execute()
}

/** Locks signs in the order of students (decision 049). */
export function lockSignsOfPlans(tx: Tx, of: { studentId: string; planId: string }[]) {
  const students = of.map(({ studentId }) => studentId)
  const plans = of.map(({ planId }) => planId)
  return selectSign(tx)
    .where(sql<boolean>`(student_id, plan_id) in (select * from unnest(${students}::uuid[], ${plans}::uuid[]))`)
    .orderBy('studentId')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface SignCourseChoice {
  signId: string
  planCourseIds: string[]
}

async function lockChoices(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`select from sign_course where ${which} order by id for update`.execute(tx)
}

/**
 * A course begun before a refund keeps its row, so that no study is lost. The database refuses this change for a paid
 * sign.
 */
export async function replaceChosenCourses(tx: Tx, choices: SignCourseChoice[]): Promise<void> {
  const pairs = choices.flatMap(({ signId, planCourseIds }) =>
    planCourseIds.map((planCourseId) => ({ signId, planCourseId })),
  )
  const wanted = sql`unnest(${pairs.map(({ signId }) => signId)}::uuid[],
    ${pairs.map(({ planCourseId }) => planCourseId)}::uuid[]) as wanted (sign_id, plan_course_id)`
  const signIds = choices.map(({ signId }) => signId)
  await lockChoices(tx, sql`sign_id = any(${signIds}::uuid[])`)
  // `offset 0` forces lookups instead of a join with all choices (decision 037).
  await sql`
    delete from sign_course where sign_id = any(${signIds}::uuid[])
      and (sign_id, plan_course_id) not in (select sign_id, plan_course_id from ${wanted})
      and id in (select id from sign_course_unbegun)
      and not exists (select from exam_consent where sign_course_id = sign_course.id offset 0)
      and not exists (select from study_refusal where sign_course_id = sign_course.id offset 0)`.execute(tx)
  // New courses take the current hours and version (decision 009); begun courses keep theirs.
  await sql`
    merge into sign_course using (
      select sign.id as sign_id, sign.student_id, sign.plan_id, offered.id as plan_course_id, offered.course_id,
        course.current_version_id, offered.hours
      from ${wanted} join sign on sign.id = wanted.sign_id
        join plan_course offered on offered.id = wanted.plan_course_id and offered.plan_id = sign.plan_id
        join course on course.id = offered.course_id) as now
    on (sign_course.sign_id, sign_course.plan_course_id) = (now.sign_id, now.plan_course_id)
    when matched and (sign_course.hours, sign_course.course_version_id) is distinct from (now.hours, now.current_version_id)
      then update set hours = now.hours, course_version_id = case when sign_course_begun(sign_course.id)
        then sign_course.course_version_id else now.current_version_id end
    when not matched then
      insert (sign_id, student_id, plan_id, plan_course_id, course_id, course_version_id, hours)
      values (now.sign_id, now.student_id, now.plan_id, now.plan_course_id, now.course_id, now.current_version_id, now.hours)`.execute(
    tx,
  )
}

/** Rows that refer to a sign are updated by their foreign keys. */
export async function moveSigns(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('sign')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .where('planId', 'not in', (select) => select.selectFrom('sign').select('planId').where('studentId', '=', to))
    .execute()
}

/**
 * Moves these courses between the paid signs of two accounts; a course that both signs contain is exchanged. Rows that
 * refer to a course are updated by their foreign keys.
 */
export async function exchangeCoursesOfSigns(tx: Tx, ids: string[], [one, other]: [string, string]): Promise<void> {
  await lockChoices(tx, sql`id = any(${ids}::uuid[])`)
  /**
   * Courses get temporary plan course ids while they move, because a sign has each course only once. So the foreign key
   * is checked afterwards (migration 047).
   */
  await sql`set constraints sign_course_plan_course_id_plan_id_course_id_fkey deferred`.execute(tx)
  await sql`update sign_course set plan_course_id = gen_random_uuid() where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update sign_course set sign_id = theirs.id, student_id = theirs.student_id, plan_course_id = offered.id
    from sign as theirs, plan_course as offered
    where sign_course.id = any(${ids}::uuid[]) and theirs.plan_id = sign_course.plan_id
      and (offered.plan_id, offered.course_id) = (sign_course.plan_id, sign_course.course_id)
      and theirs.student_id = case sign_course.student_id when ${one}::uuid then ${other}::uuid when ${other}::uuid then ${one}::uuid end`.execute(
    tx,
  )
  await sql`set constraints sign_course_plan_course_id_plan_id_course_id_fkey immediate`.execute(tx)
}

/** A new payment also resets an earlier refund. */
export async function setSignsPaidAt(tx: Tx, signIds: string[]): Promise<void> {
  await tx.updateTable('sign').set({ paidAt: sql`app_now()`, refundedAt: null }).where('id', 'in', signIds).execute()
}

/** `paidAt` stays set after a refund, as a record of the payment. */
export async function setSignRefunded(tx: Tx, signId: string): Promise<void> {
  await tx.updateTable('sign').set({ refundedAt: sql`app_now()` }).where('id', '=', signId).execute()
}

/** A chosen course (报名课程) with the facts of its sign. */
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
      'signCourse.courseVersionId',
      'signCourse.hours',
      'planCourse.required',
      'planCourse.position',
      'plan.year',
      'plan.trial',
      'plan.studyEndAt',
      'course.title',
      'course.subject',
      sql<boolean>`app_now() < plan.study_end_at`.as('studyOpen'),
    ])

/** The hours of the result are in tenths. */
export function findSignCourse(db: Db, id: string) {
  return selectSignCourse(db).where('signCourse.id', '=', id).executeTakeFirst()
}

/** Locks the signs in the order of `lockSigns`. */
export function lockSignCourses(tx: Tx, ids: string[]) {
  return selectSignCourse(tx)
    .where('signCourse.id', '=', sql<string>`any((select ${ids}::uuid[])::uuid[])`)
    .orderBy('signCourse.studentId')
    .orderBy('signCourse.signId')
    .forUpdate('sign')
    .execute()
}

export function listSignCourses(db: Db, studentId: string) {
  return selectSignCourse(db)
    .where('signCourse.studentId', '=', studentId)
    .orderBy('plan.year', 'desc')
    .orderBy('planCourse.position')
    .execute()
}

/** Locks the sign courses in a fixed order. The result is keyed by their ids. */
export async function lockStudyRounds(tx: Tx, ids: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('signCourse')
    .select(['id', 'round'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, round }) => [id, round]))
}

/** A new round has no coverage and three attempts. */
export async function setStudyRounds(tx: Tx, rounds: { signCourseId: string; round: number }[]): Promise<void> {
  const ids = rounds.map(({ signCourseId }) => signCourseId)
  const numbers = rounds.map(({ round }) => round)
  await sql`
    update sign_course set round = given.round
    from unnest(${ids}::uuid[], ${numbers}::int[]) as given (id, round) where sign_course.id = given.id`.execute(tx)
}

/** Marks are 1 to 5. @throws 23505 if the course was already evaluated */
export async function insertEvaluation(
  tx: Tx,
  row: { signCourseId: string; content: number; teacher: number; usefulness: number; text: string },
): Promise<void> {
  await tx.insertInto('evaluation').values(row).execute()
  await tx.updateTable('signCourse').set({ evaluatedAt: sql`app_now()` }).where('id', '=', row.signCourseId).execute()
}

/** Marks are 1 to 5. */
export function findEvaluation(db: Db, signCourseId: string) {
  return db
    .selectFrom('evaluation')
    .select(['content', 'teacher', 'usefulness', 'text'])
    .where('signCourseId', '=', signCourseId)
    .executeTakeFirst()
}

/** Keeps the marks for averages. @returns how many texts were deleted */
export async function forgetEvaluationTexts(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update evaluation set text = '' from sign_course
    where sign_course.id = sign_course_id and student_id = any(${[...studentIds]}::uuid[]) and text <> ''`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * The year of registration or of the pharmacist licence, if earlier. Null for imported accounts, which show all years.
 */
export async function findFirstYearOfStudent(
  db: Db,
  studentId: string,
  registrationYears: number,
): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select case when roster_import_id is null then
      least(extract(year from shanghai_date(created_at)),
        extract(year from registration_valid_to) - ${registrationYears}::int)::int end as year
    from student where id = ${studentId}`.execute(db)
  return rows[0]?.year ?? null
}
