import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { linesOf } from '../../../platform/db/order-lines.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'
import { decided, proposalColumns } from '../../../platform/db/proposals.ts'

const selectMerge = (db: Db) =>
  db
    .selectFrom('studentMerge')
    .innerJoin('staff as proposer', 'proposer.id', 'studentMerge.proposedBy')
    .leftJoin('staff as decider', 'decider.id', 'studentMerge.decidedBy')
    .select(['studentMerge.id', 'keptId', 'closedId', 'outcome', ...proposalColumns])

export type MergeRow = NonNullable<Awaited<ReturnType<typeof findMerge>>>

/** With who proposed and who decided; `decision` is null while it waits for the second person. */
export function findMerge(db: Db, id: string) {
  return selectMerge(db).where('studentMerge.id', '=', id).executeTakeFirst()
}

/** Every proposal that names a student, newest first. */
export function listMergesOf(db: Db, studentId: string) {
  return selectMerge(db)
    .where((or) => or.or([or('keptId', '=', studentId), or('closedId', '=', studentId)]))
    .orderBy('proposedAt', 'desc')
    .limit(20)
    .execute()
}

/** A page of proposals: the open ones first, then the newest. */
export async function listMerges(db: Db, paging: Paging) {
  const rows = selectMerge(db).orderBy(sql`decision is null`, 'desc').orderBy('proposedAt', 'desc')
  return pageOf(rows, paging, await countOf(db.selectFrom('studentMerge')))
}

export interface NewMerge {
  id: string
  keptId: string
  closedId: string
  reason: string
  proposedBy: string
}

/** Waits for a second person to decide. */
export async function insertMerge(tx: Tx, row: NewMerge): Promise<void> {
  await tx.insertInto('studentMerge').values(row).execute()
}

/** Whether one of the accounts is in a proposal nobody has decided. */
export async function hasOpenMerge(tx: Tx, ids: string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('studentMerge')
    .select('id')
    .where('decision', 'is', null)
    .where((or) => or.or([or('keptId', 'in', ids), or('closedId', 'in', ids)]))
    .executeTakeFirst()
  return row !== undefined
}

export interface Outcome {
  years: number[]
  orders: number
  /** tenths */
  hours: number
  skipped: number
  /** courses that were studied while the other account was, and begin anew; merges of before know of none */
  restarted?: number
}

/** The second person's word and what came of it, or the first one's that it is taken back. */
export async function setDecision(
  tx: Tx,
  id: string,
  by: {
    decision: 'DONE' | 'REJECTED' | 'WITHDRAWN'
    by: string
    reason: string
    outcome: Outcome | null
  },
): Promise<void> {
  await tx
    .updateTable('studentMerge')
    .set({ ...decided(by), outcome: by.outcome && JSON.stringify(by.outcome) })
    .where('id', '=', id)
    .execute()
}

/** What stands in the way of a merge, as facts: all of both accounts. */
export interface Hindrances {
  /** an attempt is being sat */
  running: boolean
  /** the server ended one of an account that loses it, and answers sealed on its candidate's device may still take its place */
  sealable: boolean
  /** an order waits for money, in or out; also an employer's, by its line */
  openOrder: boolean
  /** years both have paid money for */
  bothPaid: number[]
  /** years both have signed up for that cost nothing: no hindrance, there is no money to give back */
  free: number[]
  /** years the account to be closed has paid for while the other has a sign of its own */
  taken: number[]
  /** both have extra time for exams, and not the same */
  extraTime: boolean
  /** the account to be closed asked for a correction that nobody has decided */
  correction: boolean
}

/** Read at one moment, of both accounts; years ascending. `sealedSeconds`: so long after a bell sealed answers are taken. */
export async function findHindrances(
  db: Db,
  { keptId, closedId }: { keptId: string; closedId: string },
  sealedSeconds: number,
): Promise<Hindrances> {
  const ids = [keptId, closedId]
  const { rows } = await sql<Hindrances>`
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
      exists (select from ${linesOf(ids)} line where waits or going_back) as "openOrder",
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
