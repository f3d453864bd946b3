import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

export type ReductionState =
  | 'DRAFT'
  | 'SUBMITTED'
  | 'RETURNED'
  | 'APPROVED'
  | 'REJECTED'
  | 'WITHDRAWN'

/** An application as it lies in its table, with its type's code and the name it had. */
export const selectReduction = (db: Db) =>
  db
    .selectFrom('reduction')
    .innerJoin('reductionType', 'reductionType.id', 'reduction.typeId')
    .innerJoin('reductionRule', (join) =>
      join
        .onRef('reductionRule.typeId', '=', 'reduction.typeId')
        .onRef('reductionRule.version', '=', 'reduction.typeVersion'),
    )
    .select([
      'reduction.id',
      'applyNo',
      'reduction.version',
      'reduction.studentId',
      'year',
      sql<boolean>`exists (select from plan where plan.year = reduction.year and plan.trial)`.as(
        'trial',
      ),
      'reduction.typeId',
      'typeVersion',
      'reductionType.code as typeCode',
      'reductionRule.name as typeName',
      'subject',
      'reduction.hours',
      'hoursApproved',
      'startDate',
      'endDate',
      'reason',
      'state',
      'passedLevels',
      'sample',
      'submittedAt',
      'reduction.updatedAt',
      'reversedAt',
      'reverseReason',
      sql<string | null>`coalesce(reverse_reason, case when state in ('RETURNED', 'REJECTED') then (
        select opinion from reduction_step as step
        where step.reduction_id = reduction.id and action = state order by step.version desc limit 1) end)`.as(
        'stateReason',
      ),
    ])

export type ReductionRow = NonNullable<Awaited<ReturnType<typeof findReduction>>>

/** Hours in tenths; `stateReason` is why it was returned, rejected or reversed, else null. */
export function findReduction(db: Db, id: string) {
  return selectReduction(db).where('reduction.id', '=', id).executeTakeFirst()
}

/** A student's, the one that changed last first. */
export function listOwn(
  db: Db,
  filter: Paging & {
    studentId: string
    year?: number | undefined
    state?: ReductionState | undefined
  },
) {
  const { studentId, year, state } = filter
  let query = selectReduction(db).where('reduction.studentId', '=', studentId)
  if (year !== undefined) query = query.where('year', '=', year)
  if (state) query = query.where('state', '=', state)
  return pageOf(query.orderBy('reduction.updatedAt', 'desc').orderBy('reduction.id'), filter)
}

/** Never handed in; one that was returned is no draft. */
export function countDrafts(db: Db, studentId: string): Promise<number> {
  return countOf(
    db.selectFrom('reduction').where('studentId', '=', studentId).where('state', '=', 'DRAFT'),
  )
}

/** What an activity is applied for once by. */
export interface Activity {
  studentId: string
  typeId: string
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  startDate: string
  endDate: string
}

/** The application that has this activity already, other than `except`. */
export function findSame(db: Db, activity: Activity, except: string | null) {
  let query = selectReduction(db)
    .where('state', 'in', ['SUBMITTED', 'RETURNED', 'APPROVED'])
    .where('submittedAt', 'is not', null)
    .where('reversedAt', 'is', null)
    .where('reduction.studentId', '=', activity.studentId)
    .where('reduction.typeId', '=', activity.typeId)
    .where('year', '=', activity.year)
    .where('subject', '=', activity.subject)
    .where('startDate', '=', activity.startDate)
    .where('endDate', '=', activity.endDate)
  if (except) query = query.where('reduction.id', '<>', except)
  return query.executeTakeFirst()
}

/** Tenths that a type has given a student in a year and subject; with `waiting`, those asked for and not decided too. */
export async function sumByType(
  db: Db,
  what: Pick<Activity, 'studentId' | 'typeId' | 'year' | 'subject'>,
  options: { except: string | null; waiting: boolean },
): Promise<number> {
  let query = db
    .selectFrom('reduction')
    .select(
      sql<number>`coalesce(sum(case state when 'APPROVED' then hours_approved else hours end), 0)::int`.as(
        'sum',
      ),
    )
    .where('studentId', '=', what.studentId)
    .where('typeId', '=', what.typeId)
    .where('year', '=', what.year)
    .where('subject', '=', what.subject)
    .where('reversedAt', 'is', null)
    .where('state', 'in', options.waiting ? ['APPROVED', 'SUBMITTED'] : ['APPROVED'])
  if (options.except) query = query.where('id', '<>', options.except)
  return (await query.executeTakeFirstOrThrow()).sum
}

/** What the student writes. Hours in tenths. */
export interface Written {
  year: number
  typeId: string
  typeVersion: number
  subject: 'PROFESSIONAL' | 'PUBLIC' | null
  hours: number | null
  startDate: string | null
  endDate: string | null
  reason: string
}

/** A new draft, numbered. */
export async function insertDraft(tx: Tx, id: string, studentId: string, written: Written) {
  await tx
    .insertInto('reduction')
    .values({
      ...written,
      id,
      studentId,
      state: 'DRAFT',
      applyNo: sql<string>`'JM' || ${written.year}::text || lpad(nextval('reduction_no')::text, 6, '0')`,
    })
    .execute()
}

export interface Change extends Partial<Written> {
  state?: ReductionState
  passedLevels?: number
  hoursApproved?: number | null
  sample?: 'PENDING' | 'DONE' | null
  reverseReason?: string
}

/**
 * Changes the version that was read into the next one. False when somebody else was faster: nothing is changed then.
 * What is submitted, or taken back, gets its time from the database's clock.
 */
export async function change(
  tx: Tx,
  row: { id: string; version: number },
  to: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reduction')
    .set({
      ...to,
      version: row.version + 1,
      updatedAt: sql<Date>`app_now()`,
      ...(to.state === 'SUBMITTED' ? { submittedAt: sql<Date>`app_now()` } : {}),
      ...(to.reverseReason ? { reversedAt: sql<Date>`app_now()` } : {}),
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The files of an application, in the student's order. */
export function listFiles(db: Db, reductionId: string) {
  return db
    .selectFrom('reductionFile')
    .innerJoin('file', 'file.id', 'reductionFile.fileId')
    .select(['fileId', 'name', 'mime', 'size', 'ownerId', 'deletedAt', 'sha256'])
    .where('reductionId', '=', reductionId)
    .orderBy('position')
    .execute()
}

/** In place of those it had; their order is kept. */
export async function putFiles(tx: Tx, reductionId: string, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('reductionFile').where('reductionId', '=', reductionId).execute()
  if (fileIds.length === 0) return
  await tx
    .insertInto('reductionFile')
    .values(fileIds.map((fileId, index) => ({ reductionId, fileId, position: index + 1 })))
    .execute()
}

/** An application that the other account, `to`, has for the very same activity: it is not given along. */
const hasTwin = (
  to: string,
) => sql<boolean>`state in ('SUBMITTED', 'RETURNED', 'APPROVED') and submitted_at is not null and reversed_at is null
    and exists (select from reduction as theirs where theirs.student_id = ${to}
      and theirs.state in ('SUBMITTED', 'RETURNED', 'APPROVED') and theirs.submitted_at is not null and theirs.reversed_at is null
      and (theirs.type_id, theirs.year, theirs.subject, theirs.start_date, theirs.end_date)
        = (reduction.type_id, reduction.year, reduction.subject, reduction.start_date, reduction.end_date))`

export interface OverCap {
  name: string
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  /** tenths, of both accounts */
  given: number
  cap: number
}

/**
 * Of which types two accounts would have more in a year and subject than its cap if the one's applications were given to the other. An
 * application keeps the rule it was handed in by: the highest cap of theirs holds.
 */
export async function listOverCap(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<OverCap[]> {
  const { rows } = await sql<OverCap>`
    select (array_agg(name order by type_version desc))[1] as name, year, subject, sum(hours_approved)::int as given, max(year_cap) as cap
    from reduction join reduction_rule on reduction_rule.type_id = reduction.type_id and reduction_rule.version = type_version
    where state = 'APPROVED' and reversed_at is null
      and (student_id = ${to} or student_id = ${from} and not (${hasTwin(to)}))
    group by reduction.type_id, year, subject
    having count(distinct student_id) = 2 and bool_and(year_cap is not null) and sum(hours_approved) > max(year_cap)
    order by year, name, subject`.execute(db)
  return rows
}

/**
 * Gives one account's applications to another, as accounts become one. What both have applied for stays with the closed account,
 * withdrawn. @returns those of them that were approved: nothing was done about their hours
 */
export async function giveReductions(tx: Tx, from: string, to: string): Promise<ReductionRow[]> {
  await sql`select from reduction where student_id = ${from} order by id for no key update`.execute(
    tx,
  )
  const twin = hasTwin(to)
  const mine = tx.updateTable('reduction').where('studentId', '=', from)
  await mine
    .set({ state: 'WITHDRAWN', version: sql`version + 1` })
    .where('state', 'in', ['SUBMITTED', 'RETURNED'])
    .where(twin)
    .execute()
  // a new version: whoever read it as the other account's reads it again
  await mine
    .set({ studentId: to, version: sql`version + 1` })
    .where(sql<boolean>`not (${twin})`)
    .execute()
  return selectReduction(tx)
    .where('reduction.studentId', '=', from)
    .where('state', '=', 'APPROVED')
    .where('reversedAt', 'is', null)
    .execute()
}

/** Evidence of hours that stand: it says why they do. */
export async function listStandingEvidence(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id as "fileId" from reduction_file join reduction on reduction.id = reduction_id
    where student_id = any(${[...ids]}::uuid[]) and state = 'APPROVED' and reversed_at is null`.execute(
    db,
  )
  return rows.map(({ fileId }) => fileId)
}

/** Drafts that these students never handed in, with what they named. @returns how many */
export async function forgetDrafts(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const ids = [...studentIds]
  await sql`
    delete from reduction_file using reduction
    where reduction.id = reduction_id and student_id = any(${ids}::uuid[]) and state = 'DRAFT'`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    delete from reduction where student_id = any(${ids}::uuid[]) and state = 'DRAFT'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
