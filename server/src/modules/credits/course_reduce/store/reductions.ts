import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../../../platform/db/page.ts'

export type ReductionState = 'DRAFT' | 'SUBMITTED' | 'RETURNED' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'

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
      sql<boolean>`exists (select from plan where plan.year = reduction.year and plan.trial)`.as('trial'),
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

/** The hours of a reduction are in tenths. */
export function findReduction(db: Db, id: string) {
  return selectReduction(db).where('reduction.id', '=', id).executeTakeFirst()
}

/** Lists the last changed application first. */
export function listOwnReductions(
  db: Db,
  filter: PageRequest & {
    studentId: string
    year?: number | undefined
    state?: ReductionState | undefined
  },
) {
  const { studentId, year, state } = filter
  let query = selectReduction(db).where('reduction.studentId', '=', studentId)
  if (year !== undefined) query = query.where('year', '=', year)
  if (state) query = query.where('state', '=', state)
  return selectPage(query.orderBy('reduction.updatedAt', 'desc').orderBy('reduction.id'), filter)
}

export function countReductionDrafts(db: Db, studentId: string): Promise<number> {
  return countQueryRows(db.selectFrom('reduction').where('studentId', '=', studentId).where('state', '=', 'DRAFT'))
}

/** Identifies an activity, for which a student can apply once. */
export interface ReductionActivity {
  studentId: string
  typeId: string
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  startDate: string
  endDate: string
}

export function findReductionOfSameActivity(db: Db, activity: ReductionActivity, except: string | null) {
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

/** Sums are in tenths; `waiting` adds the applications that are not decided yet. */
export async function sumReductionTenths(
  db: Db,
  what: Pick<ReductionActivity, 'studentId' | 'typeId' | 'year' | 'subject'>,
  options: { except: string | null; waiting: boolean },
): Promise<number> {
  let query = db
    .selectFrom('reduction')
    .select(sql<number>`coalesce(sum(case state when 'APPROVED' then hours_approved else hours end), 0)::int`.as('sum'))
    .where('studentId', '=', what.studentId)
    .where('typeId', '=', what.typeId)
    .where('year', '=', what.year)
    .where('subject', '=', what.subject)
    .where('reversedAt', 'is', null)
    .where('state', 'in', options.waiting ? ['APPROVED', 'SUBMITTED'] : ['APPROVED'])
  if (options.except) query = query.where('id', '<>', options.except)
  return (await query.executeTakeFirstOrThrow()).sum
}

export interface ReductionFields {
  year: number
  typeId: string
  typeVersion: number
  subject: 'PROFESSIONAL' | 'PUBLIC' | null
  hours: number | null
  startDate: string | null
  endDate: string | null
  reason: string
}

export async function insertReductionDraft(tx: Tx, id: string, studentId: string, written: ReductionFields) {
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

export interface ReductionChange extends Partial<ReductionFields> {
  state?: ReductionState
  passedLevels?: number
  hoursApproved?: number | null
  sample?: 'PENDING' | 'DONE' | null
  reverseReason?: string
}

/** Returns false if the version has changed. */
export async function updateReduction(
  tx: Tx,
  row: { id: string; version: number },
  to: ReductionChange,
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

export function listReductionFiles(db: Db, reductionId: string) {
  return db
    .selectFrom('reductionFile')
    .innerJoin('file', 'file.id', 'reductionFile.fileId')
    .select(['fileId', 'name', 'mime', 'size', 'ownerId', 'deletedAt', 'sha256'])
    .where('reductionId', '=', reductionId)
    .orderBy('position')
    .execute()
}

export async function replaceReductionFiles(tx: Tx, reductionId: string, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('reductionFile').where('reductionId', '=', reductionId).execute()
  if (fileIds.length === 0) return
  await tx
    .insertInto('reductionFile')
    .values(fileIds.map((fileId, index) => ({ reductionId, fileId, position: index + 1 })))
    .execute()
}

/** True if the student `to` has an application for the same activity. */
const hasTwin = (
  to: string,
) => sql<boolean>`state in ('SUBMITTED', 'RETURNED', 'APPROVED') and submitted_at is not null and reversed_at is null
    and exists (select from reduction as theirs where theirs.student_id = ${to}
      and theirs.state in ('SUBMITTED', 'RETURNED', 'APPROVED') and theirs.submitted_at is not null and theirs.reversed_at is null
      and (theirs.type_id, theirs.year, theirs.subject, theirs.start_date, theirs.end_date)
        = (reduction.type_id, reduction.year, reduction.subject, reduction.start_date, reduction.end_date))`

export interface CapOverrun {
  name: string
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  given: number
  cap: number
}

/** Uses the highest cap among the rule versions of the applications. */
export async function listCapOverruns(db: Db, { from, to }: { from: string; to: string }): Promise<CapOverrun[]> {
  const { rows } = await sql<CapOverrun>`
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
 * Moves the applications; duplicates stay in the old account as withdrawn. @returns approved duplicates, whose hours
 * the caller must reverse
 */
export async function moveReductionsTo(tx: Tx, from: string, to: string): Promise<ReductionRow[]> {
  await sql`select from reduction where student_id = ${from} order by id for no key update`.execute(tx)
  const twin = hasTwin(to)
  const mine = tx.updateTable('reduction').where('studentId', '=', from)
  await mine
    .set({ state: 'WITHDRAWN', version: sql`version + 1` })
    .where('state', 'in', ['SUBMITTED', 'RETURNED'])
    .where(twin)
    .execute()
  // The new version makes open pages of the other account out of date.
  await mine.set({ studentId: to, version: sql`version + 1` }).where(sql<boolean>`not (${twin})`).execute()
  return selectReduction(tx)
    .where('reduction.studentId', '=', from)
    .where('state', '=', 'APPROVED')
    .where('reversedAt', 'is', null)
    .execute()
}

export async function listEvidenceOfCountedHours(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id as "fileId" from reduction_file join reduction on reduction.id = reduction_id
    where student_id = any(${[...ids]}::uuid[]) and state = 'APPROVED' and reversed_at is null`.execute(db)
  return rows.map(({ fileId }) => fileId)
}

/** @returns how many drafts were deleted */
export async function forgetReductionDrafts(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const ids = [...studentIds]
  await sql`
    delete from reduction_file using reduction
    where reduction.id = reduction_id and student_id = any(${ids}::uuid[]) and state = 'DRAFT'`.execute(tx)
  const { numAffectedRows } = await sql`
    delete from reduction where student_id = any(${ids}::uuid[]) and state = 'DRAFT'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
