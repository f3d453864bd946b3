import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { orderLinesOfColumnSql, orderLinesOfStudentsSql } from '../../../../platform/db/order-lines.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'
import type { ListedMember } from '../read/member-row.ts'

export type InvitationState = 'INVITED' | 'CONFIRMED' | 'DECLINED' | 'WITHDRAWN'
export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const selectInvitation = (db: Db) =>
  db
    .selectFrom('organisationInvitation')
    .innerJoin('organisation', 'organisation.id', 'organisationInvitation.organisationId')
    .selectAll('organisationInvitation')
    .select(['organisation.name as organisationName', 'organisation.disabledAt as organisationDisabledAt'])

/** Includes the name of the employer and when it was disabled. */
export function findInvitation(db: Db, id: string) {
  return selectInvitation(db).where('organisationInvitation.id', '=', id).executeTakeFirst()
}

/** Locks invitations in the order of their ids, before any sign is locked. */
export async function lockInvitations(tx: Tx, ids: string[]): Promise<Invitation[]> {
  await tx.selectFrom('organisationInvitation').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return selectInvitation(tx)
    .where('organisationInvitation.id', 'in', ids)
    .orderBy('organisationInvitation.name')
    .orderBy('organisationInvitation.id')
    .execute()
}

export function listInvitationsOfEmployer(db: Db, organisationId: string, planId: string) {
  return selectInvitation(db)
    .where('organisationId', '=', organisationId)
    .where('planId', '=', planId)
    .where('state', '<>', 'WITHDRAWN')
    .orderBy('organisationInvitation.createdAt', 'desc')
    .orderBy('organisationInvitation.name')
    .orderBy('organisationInvitation.id')
    .execute()
}

export function countNamedPeople(tx: Tx, organisationId: string, planId: string): Promise<number> {
  return countQueryRows(
    tx
      .selectFrom('organisationInvitation')
      .where('organisationId', '=', organisationId)
      .where('planId', '=', planId)
      .where('state', '<>', 'WITHDRAWN'),
  )
}

/**
 * Lists the invitations that the student answered, and open ones with the student's id number or certificate number.
 * policy.ts decides which of them concern the student.
 */
export function listInvitationsOfStudent(
  db: Db,
  { id, idNo, certificateNo }: { id: string; idNo: string; certificateNo: string },
) {
  return (
    selectInvitation(db)
      .where((where) =>
        where.or([
          where('studentId', '=', id),
          where.and([
            where('state', '=', 'INVITED'),
            where('studentId', 'is', null),
            where.or([where('idNo', '=', idNo), where('certificateNo', '=', certificateNo.toUpperCase())]),
          ]),
        ]),
      )
      /**
       * Leaves out open invitations of disabled employers. Answered ones stay, so that the student can still withdraw
       * the agreement.
       */
      .where((where) => where.or([where('organisation.disabledAt', 'is', null), where('state', '<>', 'INVITED')]))
      .orderBy('organisationInvitation.createdAt', 'desc')
      .orderBy('organisationInvitation.id')
      .execute()
  )
}

export async function lockEmployerForLimits(tx: Tx, organisationId: string): Promise<void> {
  await tx.selectFrom('organisation').select('id').where('id', '=', organisationId).forNoKeyUpdate().execute()
}

/**
 * Inserts invitations and skips people whom this employer has already invited for the plan.
 * @returns number of new people
 */
export async function insertInvitations(
  tx: Tx,
  { organisationId, planId }: { organisationId: string; planId: string },
  people: ListedMember[],
): Promise<number> {
  if (people.length === 0) return 0
  // Two lists of one employer that name the same people could deadlock, so they are inserted one after the other.
  await lockEmployerForLimits(tx, organisationId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('organisationInvitation')
    .values(people.map((one) => ({ ...one, organisationId, planId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** @throws 23505 when the student agreed with another employer of the year */
export async function setInvitationConfirmed(
  tx: Tx,
  id: string,
  { studentId, courseIds }: { studentId: string; courseIds: string[] },
): Promise<void> {
  await tx
    .updateTable('organisationInvitation')
    .set({ state: 'CONFIRMED', studentId, courseIds, answeredAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Lists invitations of people who agreed, are not paid for and can still sign up. */
export async function listUnpaidConfirmedInvitations(tx: Tx, organisationId: string) {
  const { rows } = await sql<{
    id: string
    studentId: string
    organisationName: string
    year: number
  }>`
    select invitation.id, invitation.student_id as "studentId", organisation.name as "organisationName", plan.year
    from organisation_invitation invitation join organisation on organisation.id = invitation.organisation_id
    join plan on plan.id = invitation.plan_id and plan.sign_end_at > app_now() and plan.closed_at is null
    where invitation.organisation_id = ${organisationId} and invitation.state = 'CONFIRMED'
      and not exists (select from sign where sign.plan_id = invitation.plan_id and sign.student_id = invitation.student_id
        and sign.paid_at is not null and sign.refunded_at is null)`.execute(tx)
  return rows
}

/** Keeps the student id, so that it is known who declined, and deletes the chosen courses. */
export async function setInvitationDeclined(tx: Tx, id: string, studentId: string): Promise<void> {
  await tx
    .updateTable('organisationInvitation')
    .set({ state: 'DECLINED', studentId, courseIds: null, answeredAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

export async function setInvitationsWithdrawn(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .updateTable('organisationInvitation')
    .set({ state: 'WITHDRAWN', idNo: null, certificateNo: null })
    .where('id', 'in', ids)
    .execute()
}

const untold = sql`organisation_invitation i
        join student s on s.closed_at is null and s.name = i.name
          and (s.id_no = i.id_no or i.id_no is null and upper(s.certificate_no) = i.certificate_no)
          and (i.certificate_no is null or upper(s.certificate_no) = i.certificate_no)
        join organisation o on o.id = i.organisation_id and o.disabled_at is null
        join plan p on p.id = i.plan_id`

/**
 * Lists open invitations of registered students who were not notified yet. Invitations that failed wait for their next
 * try.
 */
export async function listUnnotifiedInvitations(
  db: Db,
  { job, planIds, limit }: { job: string; planIds: string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from ${untold}
    where i.plan_id = any(${planIds}::uuid[]) and i.state = 'INVITED' and i.told_at is null
      and ${isNotPostponedSql(job, sql`i.id`)}
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks the invitations as notified. `month` is YYYY-MM in Asia/Shanghai. */
export async function claimUnnotifiedInvitations(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{
    organisationId: string
    planId: string
    studentId: string
    organisationName: string
    year: number
    month: string
  }>`
    with found as (
      select i.id, s.id as student_id, o.name, p.year from ${untold}
      where i.id = any(${[...ids]}::uuid[]) and i.state = 'INVITED' and i.told_at is null
      order by i.id for no key update of i skip locked)
    update organisation_invitation i set told_at = app_now() from found where found.id = i.id
    returning i.organisation_id as "organisationId", i.plan_id as "planId", found.student_id as "studentId",
      found.name as "organisationName", found.year,
      to_char(app_now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month`.execute(tx)
  return rows
}

/**
 * Locks the invitations that these students answered. Call this before locking students and signs, because orders use
 * the same sequence.
 */
export async function lockAnswersOfStudents(tx: Tx, studentIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('organisationInvitation')
    .select('id')
    .where('studentId', 'in', studentIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Moves the invitations of a merged account; its signs must have moved before. If both accounts agreed with an employer
 * for the same year, the agreement with an order stays and the other one becomes DECLINED.
 */
export async function moveInvitations(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update organisation_invitation i set state = 'DECLINED', course_ids = null
    where i.student_id = ${to}::uuid and i.state = 'CONFIRMED' and exists (
      select from organisation_invitation other join ${orderLinesOfStudentsSql([to])} line on line.plan_id = other.plan_id
        and line.organisation_id = other.organisation_id and line.live
      where other.student_id = ${from}::uuid and other.plan_id = i.plan_id and other.state = 'CONFIRMED'
        and other.organisation_id <> i.organisation_id)`.execute(tx)
  await sql`
    update organisation_invitation i set student_id = ${to}::uuid,
      state = case when i.state = 'CONFIRMED' and exists (select from organisation_invitation other
        where other.student_id = ${to}::uuid and other.plan_id = i.plan_id and other.state = 'CONFIRMED')
        then 'DECLINED' else i.state end
    where student_id = ${from}::uuid`.execute(tx)
}

/**
 * Deletes id and certificate numbers; without an order also agreement and name. Unanswered invitations stay, because
 * removing them would reveal an account.
 */
export async function forgetInvitations(tx: Tx, ids: readonly string[], nameless: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update organisation_invitation i set id_no = null, certificate_no = null,
      state = case when held.here then i.state else 'WITHDRAWN' end,
      name = case when held.here then i.name else ${nameless} end
    from (select id, exists (select from ${orderLinesOfStudentsSql(ids)} line where line.plan_id = one.plan_id
        and line.organisation_id = one.organisation_id and line.live) as here
      from organisation_invitation one where student_id = any(${[...ids]}::uuid[])) held
    where held.id = i.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Replaces the name on pages and in exports. */
const forgottenName = '已按期限删除'

/**
 * Deletes names some days after the end of study, for people without an order of that employer. @returns number of
 * deleted names, `limit` at most
 */
export async function forgetInvitedNames(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select one.id from organisation_invitation one join plan on plan.id = one.plan_id
      where plan.study_end_at < (select app_now()) - interval '1 day' * ${days}::int
        and one.name <> ${forgottenName} and num_nonnulls(one.id_no, one.certificate_no) = 0
        and not exists (select from ${orderLinesOfColumnSql('one.student_id')} line
          where line.plan_id = one.plan_id and line.organisation_id = one.organisation_id and line.live)
      order by one.id limit ${limit} for no key update of one skip locked)
    update organisation_invitation one set name = ${forgottenName} from held where one.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Leaves out invitations that failed in this job until their next try. */
export async function listInvitationsToForgetNumbers(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from organisation_invitation i join plan on plan.id = i.plan_id
    where plan.study_end_at < (select app_now()) and num_nonnulls(i.id_no, i.certificate_no) > 0
      and ${isNotPostponedSql(job, sql`i.id`)}
    order by i.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function forgetInvitationNumbers(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select i.id from organisation_invitation i join plan on plan.id = i.plan_id
      where plan.study_end_at < (select app_now()) and i.id = any(${[...ids]}::uuid[])
      order by i.id for no key update of i)
    update organisation_invitation i set state = case when student_id is null then 'WITHDRAWN' else state end,
      id_no = null, certificate_no = null
    from held where held.id = i.id`.execute(tx)
}
