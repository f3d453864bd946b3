import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { orderLinesOfStudentsSql } from '../../../../platform/db/order-lines.ts'
import { countQueryRows, hasAnyRow, type PageRequest, selectPage } from '../../../../platform/db/page.ts'
import { createProposalTable, proposalColumns } from '../../../../platform/db/proposals.ts'

const selectMerge = (db: Db) =>
  db
    .selectFrom('studentMerge')
    .innerJoin('staff as proposer', 'proposer.id', 'studentMerge.proposedBy')
    .leftJoin('staff as decider', 'decider.id', 'studentMerge.decidedBy')
    .select(['studentMerge.id', 'keptId', 'closedId', 'outcome', ...proposalColumns])

export type MergeRow = NonNullable<Awaited<ReturnType<typeof findMerge>>>

/** `decision` is null while the proposal is open. */
export function findMerge(db: Db, id: string) {
  return selectMerge(db).where('studentMerge.id', '=', id).executeTakeFirst()
}

export const mergeTable = createProposalTable('studentMerge', { state: 'decision', reason: 'decideReason' }, findMerge)

export function listMergesOfStudent(db: Db, studentId: string) {
  return selectMerge(db)
    .where((or) => or.or([or('keptId', '=', studentId), or('closedId', '=', studentId)]))
    .orderBy('proposedAt', 'desc')
    .limit(20)
    .execute()
}

export async function listMerges(db: Db, paging: PageRequest) {
  const rows = selectMerge(db).orderBy(sql`decision is null`, 'desc').orderBy('proposedAt', 'desc')
  return selectPage(rows, paging, await countQueryRows(db.selectFrom('studentMerge')))
}

export interface NewMerge {
  id: string
  keptId: string
  closedId: string
  reason: string
  proposedBy: string
}

export async function insertMerge(tx: Tx, row: NewMerge): Promise<void> {
  await tx.insertInto('studentMerge').values(row).execute()
}

export function hasOpenMerge(tx: Tx, ids: string[]): Promise<boolean> {
  return hasAnyRow(
    tx
      .selectFrom('studentMerge')
      .where('decision', 'is', null)
      .where((or) => or.or([or('keptId', 'in', ids), or('closedId', 'in', ids)])),
  )
}

export interface MergeOutcome {
  years: number[]
  orders: number
  hours: number
  skipped: number
  /** The number of overlapping courses that restart; missing in old merges. */
  restarted?: number
}

export interface MergeObstacles {
  running: boolean
  /** An offline submission of an account may still replace the submission stored by the server. */
  sealable: boolean
  /** An order waits for a payment or refund, possibly an employer order with a line of the account. */
  openOrder: boolean
  bothPaid: number[]
  /** Free years in which both accounts have signed up; they do not block a merge. */
  free: number[]
  /** Years paid by the closed account in which the other account has a sign. */
  taken: number[]
  extraTime: boolean
  /** The account to close has an open correction request. */
  correction: boolean
}

/** All facts are read from one snapshot. `sealedSeconds` is the time limit of offline submissions. */
export async function findMergeObstacles(
  db: Db,
  { keptId, closedId }: { keptId: string; closedId: string },
  sealedSeconds: number,
): Promise<MergeObstacles> {
  const ids = [keptId, closedId]
  const { rows } = await sql<MergeObstacles>`
    with own as (
      select sign.student_id, plan.year, plan.price_fen > 0 as priced,
        sign.paid_at is not null and sign.refunded_at is null as paid
      from sign join plan on plan.id = sign.plan_id where student_id = any(${ids}::uuid[])),
    shared as (
      select year, priced, kept.paid from own as kept join own as closed using (year, priced)
      where kept.student_id = ${keptId} and closed.student_id = ${closedId} and closed.paid)
    select
      exists (select from attempt where student_id = any(${ids}::uuid[]) and submitted_at is null) as running,
      exists (select from attempt where submitted_by = 'DEADLINE' and voided_at is null
        and (student_id = ${closedId} or student_id = ${keptId} and exists (select from shared where paid and not priced))
        and app_now() <= deadline + interval '1 second' * ${sealedSeconds} + exam_given_back(attempt.id, deadline)) as sealable,
      exists (select from ${orderLinesOfStudentsSql(ids)} line where waits or going_back) as "openOrder",
      array(select year from shared where paid and priced order by year) as "bothPaid",
      array(select year from shared where paid and not priced order by year) as free,
      array(select year from shared where not paid order by year) as taken,
      (select count(distinct percent) > 1 from exam_extra_time where student_id = any(${ids}::uuid[])) as "extraTime",
      exists (select from correction_request where student_id = ${closedId} and state = 'OPEN') as correction`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('a select without from gave no row')
  return found
}
