import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { linesOf } from '../../../platform/db/order-lines.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

const columns = [
  'id',
  'studentId',
  'askedAt',
  'dueAt',
  'held',
  'cancelledAt',
  'doneAt',
  'lostFen',
] as const

/** The wish that waits for its day. */
export function findWaiting(db: Db, studentId: string) {
  return db
    .selectFrom('accountClosing')
    .select(columns)
    .where('studentId', '=', studentId)
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
}

/** In whatever state: waiting, taken back or done. */
export function findClosing(db: Db, id: string) {
  return db.selectFrom('accountClosing').select(columns).where('id', '=', id).executeTakeFirst()
}

/** False: another student has used this id at the same time. */
export async function insertClosing(
  tx: Tx,
  row: { id: string; studentId: string; days: number; lostFen: number },
): Promise<boolean> {
  const { id, studentId, days, lostFen } = row
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accountClosing')
    .values({
      id,
      studentId,
      lostFen,
      dueAt: sql<Date>`app_now() + interval '1 day' * ${days}::int`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Of whose day has come, the oldest first. */
export async function listDue(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<{ id: string; studentId: string }[]> {
  return db
    .selectFrom('accountClosing')
    .select(['id', 'studentId'])
    .where('dueAt', '<=', sql<Date>`(select app_now())`)
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null)
    .where(isNotPostponed(job, sql`account_closing.id`))
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

/** The account stays; another wish may follow. */
export async function cancelClosing(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ cancelledAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Something is still open on its day: looked at again a day later. */
export async function holdClosing(tx: Tx, id: string, held: string): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ held, dueAt: sql<Date>`app_now() + interval '1 day'` })
    .where('id', '=', id)
    .execute()
}

/** `outcome`: how much of what was erased; nothing of the person. */
export async function finishClosing(tx: Tx, id: string, outcome: object): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ doneAt: sql`app_now()`, held: null, outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute()
}

/** What must be settled before an account can be closed, as facts. */
export interface Hindrances {
  openOrder: boolean
  /** an employer's that holds the student */
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

/** Money of the student's lines counts whoever paid; an employer's invoice, and what it paid twice, is its own matter. */
export async function findHindrances(db: Db, studentId: string): Promise<Hindrances> {
  const { rows } = await sql<Hindrances>`
    with own as (select ${studentId}::uuid as id),
    bought as (select * from ${linesOf([studentId])} line),
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

/** What of the person something still stands on (docs/privacy.md). */
export async function whatIsNeeded(
  db: Db,
  ids: readonly string[],
): Promise<'HOURS' | 'MONEY' | 'NOTHING'> {
  const { rows } = await sql<{ hours: boolean; money: boolean }>`
    select
      exists (select from hours_ledger where student_id = any(${[...ids]}::uuid[]))
        or exists (select from proof where student_id = any(${[...ids]}::uuid[])) as hours,
      exists (select from ${linesOf(ids)} line where paid_at is not null) as money`.execute(db)
  if (rows[0]?.hours) return 'HOURS'
  return rows[0]?.money ? 'MONEY' : 'NOTHING'
}
