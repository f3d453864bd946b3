import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { linesOf, linesOfColumn } from '../../../platform/db/order-lines.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import type { MemberContent } from '../read/member-row.ts'

export type InvitationState = 'INVITED' | 'CONFIRMED' | 'DECLINED' | 'WITHDRAWN'
export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const selectInvitation = (db: Db) =>
  db
    .selectFrom('organisationInvitation')
    .innerJoin('organisation', 'organisation.id', 'organisationInvitation.organisationId')
    .selectAll('organisationInvitation')
    .select([
      'organisation.name as organisationName',
      'organisation.disabledAt as organisationDisabledAt',
    ])

/** With its employer's name, and since when that one is disabled (null: it is not). */
export function findInvitation(db: Db, id: string) {
  return selectInvitation(db).where('organisationInvitation.id', '=', id).executeTakeFirst()
}

/** Takes row locks, in one order for all; before those of signs. */
export async function lockInvitations(tx: Tx, ids: string[]): Promise<Invitation[]> {
  await tx
    .selectFrom('organisationInvitation')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return selectInvitation(tx)
    .where('organisationInvitation.id', 'in', ids)
    .orderBy('organisationInvitation.name')
    .orderBy('organisationInvitation.id')
    .execute()
}

/** Everybody an employer names in a year, the newest first. */
export function listNamed(db: Db, organisationId: string, planId: string) {
  return selectInvitation(db)
    .where('organisationId', '=', organisationId)
    .where('planId', '=', planId)
    .where('state', '<>', 'WITHDRAWN')
    .orderBy('organisationInvitation.createdAt', 'desc')
    .orderBy('organisationInvitation.name')
    .orderBy('organisationInvitation.id')
    .execute()
}

/** How many people an employer names in a year. */
export function countNamed(tx: Tx, organisationId: string, planId: string): Promise<number> {
  return countOf(
    tx
      .selectFrom('organisationInvitation')
      .where('organisationId', '=', organisationId)
      .where('planId', '=', planId)
      .where('state', '<>', 'WITHDRAWN'),
  )
}

/** What a student answered, and what may be about them and waits; whether it is, policy.ts says. */
export function listAbout(
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
            where.or([
              where('idNo', '=', idNo),
              where('certificateNo', '=', certificateNo.toUpperCase()),
            ]),
          ]),
        ]),
      )
      // whoever agreed before the employer was disabled may still take it back
      .where((where) =>
        where.or([where('organisation.disabledAt', 'is', null), where('state', '<>', 'INVITED')]),
      )
      .orderBy('organisationInvitation.createdAt', 'desc')
      .orderBy('organisationInvitation.id')
      .execute()
  )
}

/** What an employer may do so often goes one after the other. */
export async function lockEmployer(tx: Tx, organisationId: string): Promise<void> {
  await tx
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute()
}

/** Names people; who is named already is left out. @returns how many are new */
export async function insertInvitations(
  tx: Tx,
  { organisationId, planId }: { organisationId: string; planId: string },
  people: MemberContent[],
): Promise<number> {
  if (people.length === 0) return 0
  // one list of an employer after the other: two that name the same people in other orders would wait for each other
  await lockEmployer(tx, organisationId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('organisationInvitation')
    .values(people.map((one) => ({ ...one, organisationId, planId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** @throws 23505 when the student agreed to another employer of this year */
export async function setConfirmed(
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

/** Whoever agreed to this employer, and can still sign up and has not been paid for. */
export async function listUnpaidConfirmed(tx: Tx, organisationId: string) {
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

/** Remembers who said no, and forgets the courses they had chosen. */
export async function setDeclined(tx: Tx, id: string, studentId: string): Promise<void> {
  await tx
    .updateTable('organisationInvitation')
    .set({ state: 'DECLINED', studentId, courseIds: null, answeredAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Nothing is left of whom it named: numbers go with it. */
export async function setWithdrawn(tx: Tx, ids: string[]): Promise<void> {
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

/** Invitations to these plans that name a registered student and nobody has been told of; what the job failed at waits for its next try. */
export async function listUntold(
  db: Db,
  { job, planIds, limit }: { job: string; planIds: string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from ${untold}
    where i.plan_id = any(${planIds}::uuid[]) and i.state = 'INVITED' and i.told_at is null
      and ${isNotPostponed(job, sql`i.id`)}
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of these, those that still are to be told of; noted as told now. `month`: YYYY-MM in Shanghai */
export async function claimUntold(tx: Tx, ids: readonly string[]) {
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

/** The locks of what students answered, before those of the students and their signs: as an order takes them. */
export async function lockAnswersOf(tx: Tx, studentIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('organisationInvitation')
    .select('id')
    .where('studentId', 'in', studentIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Answers follow an account that goes on in another, after its signs; of two agreements for one year the one whose employer
 * ordered stays, else that of the other.
 */
export async function moveInvitations(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update organisation_invitation i set state = 'DECLINED', course_ids = null
    where i.student_id = ${to}::uuid and i.state = 'CONFIRMED' and exists (
      select from organisation_invitation other join ${linesOf([to])} line on line.plan_id = other.plan_id
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
 * What students answered whose accounts close: numbers go; where no order of the employer's holds them, the agreement and
 * the name too. What nobody has answered stays its employer's: taking it away would tell who had an account.
 */
export async function forgetInvitations(
  tx: Tx,
  ids: readonly string[],
  nameless: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update organisation_invitation i set id_no = null, certificate_no = null,
      state = case when held.here then i.state else 'WITHDRAWN' end,
      name = case when held.here then i.name else ${nameless} end
    from (select id, exists (select from ${linesOf(ids)} line where line.plan_id = one.plan_id
        and line.organisation_id = one.organisation_id and line.live) as here
      from organisation_invitation one where student_id = any(${[...ids]}::uuid[])) held
    where held.id = i.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** stands where a name was, on the employer's pages and in its export */
const forgottenName = '已按期限删除'

/**
 * Names on employers' lists, so many days after the year's study ended: of whoever no order of that employer holds –
 * never answered, declined, taken off, never ordered for, or given back. Their numbers went with the end of the study.
 * @returns how many, `limit` at most
 */
export async function forgetNames(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select one.id from organisation_invitation one join plan on plan.id = one.plan_id
      where plan.study_end_at < (select app_now()) - interval '1 day' * ${days}::int
        and one.name <> ${forgottenName} and num_nonnulls(one.id_no, one.certificate_no) = 0
        and not exists (select from ${linesOfColumn('one.student_id')} line
          where line.plan_id = one.plan_id and line.organisation_id = one.organisation_id and line.live)
      order by one.id limit ${limit} for no key update of one skip locked)
    update organisation_invitation one set name = ${forgottenName} from held where one.id = held.id`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
