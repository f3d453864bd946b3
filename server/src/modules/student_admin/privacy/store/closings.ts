import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { orderLinesOfStudentsSql } from '../../../../platform/db/order-lines.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'

const columns = ['id', 'studentId', 'askedAt', 'dueAt', 'held', 'cancelledAt', 'doneAt', 'lostFen'] as const

export function findPendingClosing(db: Db, studentId: string) {
  return db
    .selectFrom('accountClosing')
    .select(columns)
    .where('studentId', '=', studentId)
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
}

export function findClosing(db: Db, id: string) {
  return db.selectFrom('accountClosing').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Returns false when another student uses this id. */
export function insertClosing(
  tx: Tx,
  row: { id: string; studentId: string; days: number; lostFen: number },
): Promise<boolean> {
  const { id, studentId, days, lostFen } = row
  const dueAt = sql<Date>`app_now() + interval '1 day' * ${days}::int`
  return insertOnce(tx, 'accountClosing', { id, studentId, lostFen, dueAt }, 'id')
}

export async function listDueClosings(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<{ id: string; studentId: string }[]> {
  return db
    .selectFrom('accountClosing')
    .select(['id', 'studentId'])
    .where('dueAt', '<=', sql<Date>`(select app_now())`)
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null)
    .where(isNotPostponedSql(job, sql`account_closing.id`))
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

export async function cancelClosing(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('accountClosing').set({ cancelledAt: sql`app_now()` }).where('id', '=', id).execute()
}

/** The closing is checked again a day later. */
export async function postponeClosing(tx: Tx, id: string, held: string): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ held, dueAt: sql<Date>`app_now() + interval '1 day'` })
    .where('id', '=', id)
    .execute()
}

export async function setClosingDone(tx: Tx, id: string, outcome: object): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ doneAt: sql`app_now()`, held: null, outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute()
}

/** Facts that must be resolved before an account can be closed. */
export interface ClosingObstacles {
  openOrder: boolean
  /** An employer has an open order for the student. */
  employerOrder: boolean
  refund: boolean
  running: boolean
  inReview: boolean
  appeal: boolean
  reduction: boolean
  returned: boolean
  invoice: boolean
  merge: boolean
}

/** Counts the student's lines whoever paid, but not invoices and double payments of an employer. */
export async function findClosingObstacles(db: Db, studentId: string): Promise<ClosingObstacles> {
  const { rows } = await sql<ClosingObstacles>`
    with own as (select ${studentId}::uuid as id),
    bought as (select * from ${orderLinesOfStudentsSql([studentId])} line),
    sat as (select id, submitted_at, review, voided_at from attempt where student_id = (select id from own))
    select
      exists (select from bought where waits and organisation_id is null) as "openOrder",
      exists (select from bought where waits and organisation_id is not null) as "employerOrder",
      exists (select from bought where going_back)
        or exists (select from refund_request join bought using (order_no, sign_id) where state in ('OPEN', 'APPROVED') and refunded_at is null)
        or exists (select from refund join payment using (out_trade_no) join bought on bought.order_no = payment.order_no
          where refund.status <> 'DONE' and refund.sign_id is null and organisation_id is null) as refund,
      exists (select from sat where submitted_at is null) as running,
      exists (select from sat where submitted_at is not null and review and voided_at is null)
        or exists (select from exam_decision join sat on sat.id = attempt_id where state = 'WAITING') as "inReview",
      exists (select from exam_appeal join sat on sat.id = attempt_id where state = 'OPEN') as appeal,
      exists (select from reduction where student_id = (select id from own) and state = 'SUBMITTED') as reduction,
      exists (select from reduction where student_id = (select id from own) and state = 'RETURNED') as returned,
      exists (select from invoice join bought using (order_no) where organisation_id is null and state in ('PENDING', 'ISSUING'))
        or exists (select from invoice_change join invoice on invoice.id = invoice_id join bought using (order_no)
          where organisation_id is null and state = 'ISSUED' and invoice_change.withdrawn_at is null) as invoice,
      exists (select from student_merge where decision is null and (select id from own) in (kept_id, closed_id)) as merge`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('a select without from gave no row')
  return found
}

/** Finds which personal data other records still need (docs/privacy.md). */
export async function findRetainedIdentity(db: Db, ids: readonly string[]): Promise<'HOURS' | 'MONEY' | 'NOTHING'> {
  const { rows } = await sql<{ hours: boolean; money: boolean }>`
    select
      exists (select from hours_ledger where student_id = any(${[...ids]}::uuid[]))
        or exists (select from proof where student_id = any(${[...ids]}::uuid[])) as hours,
      exists (select from ${orderLinesOfStudentsSql(ids)} line where paid_at is not null) as money`.execute(db)
  if (rows[0]?.hours) return 'HOURS'
  return rows[0]?.money ? 'MONEY' : 'NOTHING'
}
