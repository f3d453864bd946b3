import { type RawBuilder, sql } from 'kysely'
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
  // looked for first: an insert holds the account even where it finds one, and accounts come after signs (decision 049)
  const [there] = await lockSignsFor(tx, [{ studentId, planId }])
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

/** Takes the row lock of a sign; whoever changes what was paid or chosen holds it. */
export function lockSign(tx: Tx, signId: string) {
  return selectSign(tx).where('id', '=', signId).forUpdate().executeTakeFirstOrThrow()
}

/** The signs of several students of a plan, made where there are none, under row locks taken in one order for all. */
export async function lockOrMakeSigns(
  tx: Tx,
  studentIds: string[],
  planId: string,
): Promise<Sign[]> {
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

/** Takes the row locks of several signs, in one order for all: that of the students (decision 049). */
export function lockSigns(tx: Tx, signIds: string[]) {
  return selectSign(tx)
    .where('id', 'in', signIds)
    .orderBy('studentId')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The same of every sign of these students. */
export function lockSignsOfStudents(tx: Tx, studentIds: string[]) {
  return selectSign(tx)
    .where('studentId', 'in', studentIds)
    .orderBy('studentId')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The same of those that students have of plans; who never signed up has none. */
export function lockSignsFor(tx: Tx, of: { studentId: string; planId: string }[]) {
  const students = of.map(({ studentId }) => studentId)
  const plans = of.map(({ planId }) => planId)
  return selectSign(tx)
    .where(
      sql<boolean>`(student_id, plan_id) in (select * from unnest(${students}::uuid[], ${plans}::uuid[]))`,
    )
    .orderBy('studentId')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The courses of its plan that a sign is to have. */
export interface SignChoice {
  signId: string
  planCourseIds: string[]
}

/** Takes the row locks of chosen courses, in one order for all. */
async function lockChoices(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`select from sign_course where ${which} order by id for update`.execute(tx)
}

/**
 * Makes these the chosen courses of unpaid signs; what stays keeps its id. What was begun before a refund stays chosen too, wished for or
 * not: what somebody studied is never lost, and a year costs the same with it. The database refuses it for a paid one.
 */
export async function replaceChoices(tx: Tx, choices: SignChoice[]): Promise<void> {
  const pairs = choices.flatMap(({ signId, planCourseIds }) =>
    planCourseIds.map((planCourseId) => ({ signId, planCourseId })),
  )
  const wanted = sql`unnest(${pairs.map(({ signId }) => signId)}::uuid[],
    ${pairs.map(({ planCourseId }) => planCourseId)}::uuid[]) as wanted (sign_id, plan_course_id)`
  const signIds = choices.map(({ signId }) => signId)
  await lockChoices(tx, sql`sign_id = any(${signIds}::uuid[])`)
  // `offset 0`: looked up for each of the few, never joined with all that was ever agreed to (decision 037)
  await sql`
    delete from sign_course where sign_id = any(${signIds}::uuid[])
      and (sign_id, plan_course_id) not in (select sign_id, plan_course_id from ${wanted})
      and id in (select id from sign_course_unbegun)
      and not exists (select from exam_consent where sign_course_id = sign_course.id offset 0)
      and not exists (select from study_refusal where sign_course_id = sign_course.id offset 0)`.execute(
    tx,
  )
  // hours and version as they are now (decision 009); what was begun before a refund goes on as it was
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

/**
 * Gives courses to the sign that the other of two accounts has of their plan; the same course of both changes places. What lies below them
 * follows by its keys. Both signs are paid: what was chosen changes its owner, not its number.
 */
export async function exchangeCourses(
  tx: Tx,
  ids: string[],
  [one, other]: [string, string],
): Promise<void> {
  await lockChoices(tx, sql`id = any(${ids}::uuid[])`)
  // a sign has a course once at any moment: on their way they are none of the plan's (migration 047)
  await sql`set constraints sign_course_plan_course_id_plan_id_course_id_fkey deferred`.execute(tx)
  await sql`update sign_course set plan_course_id = gen_random_uuid() where id = any(${ids}::uuid[])`.execute(
    tx,
  )
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

/** Also of signs that had been refunded: they were paid anew. */
export async function setPaid(tx: Tx, signIds: string[]): Promise<void> {
  await tx
    .updateTable('sign')
    .set({ paidAt: sql`app_now()`, refundedAt: null })
    .where('id', 'in', signIds)
    .execute()
}

/** `paidAt` stays: that it was paid once is a fact. */
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

/** Anybody's; hours in tenths, `studyOpen` by the rules' clock. */
export function findSignCourse(db: Db, id: string) {
  return selectSignCourse(db).where('signCourse.id', '=', id).executeTakeFirst()
}

/** Some of them under the row locks of their signs, in the order of lockSigns. */
export function lockSignCourses(tx: Tx, ids: string[]) {
  return selectSignCourse(tx)
    .where('signCourse.id', '=', sql<string>`any((select ${ids}::uuid[])::uuid[])`)
    .orderBy('signCourse.studentId')
    .orderBy('signCourse.signId')
    .forUpdate('sign')
    .execute()
}

/** Every chosen course of a student, in the plans' order. */
export function listSignCourses(db: Db, studentId: string) {
  return selectSignCourse(db)
    .where('signCourse.studentId', '=', studentId)
    .orderBy('plan.year', 'desc')
    .orderBy('planCourse.position')
    .execute()
}

/** The current study rounds of these sign courses by their ids, under row locks taken in one order for all. */
export async function lockRounds(tx: Tx, ids: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('signCourse')
    .select(['id', 'round'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, round }) => [id, round]))
}

/** Re-study rounds start: coverage counts from zero again, three more attempts follow; or they are taken back. */
export async function setRounds(
  tx: Tx,
  rounds: { signCourseId: string; round: number }[],
): Promise<void> {
  const ids = rounds.map(({ signCourseId }) => signCourseId)
  const numbers = rounds.map(({ round }) => round)
  await sql`
    update sign_course set round = given.round
    from unnest(${ids}::uuid[], ${numbers}::int[]) as given (id, round) where sign_course.id = given.id`.execute(
    tx,
  )
}

/** Keeps an evaluation, and notes on the sign course that it was sent. Marks 1 to 5. @throws 23505 when there is one */
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

/** Marks 1 to 5; undefined before it was sent. */
export function findEvaluation(db: Db, signCourseId: string) {
  return db
    .selectFrom('evaluation')
    .select(['content', 'teacher', 'usefulness', 'text'])
    .where('signCourseId', '=', signCourseId)
    .executeTakeFirst()
}

/** What these students wrote of their courses; the marks stay in the averages. @returns how many texts */
export async function forgetEvaluationTexts(
  tx: Tx,
  studentIds: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update evaluation set text = '' from sign_course
    where sign_course.id = sign_course_id and student_id = any(${[...studentIds]}::uuid[]) and text <> ''`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
