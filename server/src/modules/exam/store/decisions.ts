import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import type { Page, Paging } from '../../../platform/db/page.ts'
import { type NamedSitting, sittingColumns, sittingTables } from './sitting.ts'

export type DecisionKind = Schema['examDecision']['kind']

export interface Decision extends NamedSitting {
  id: string
  kind: DecisionKind
  seconds: number | null
  reason: string
  askedById: string
  askedBy: string
  askedAt: Date
  state: 'WAITING' | 'DONE' | 'REFUSED' | 'WITHDRAWN'
  decidedBy: string | null
  decidedAt: Date | null
  note: string
}

const select = sql`
  select ${sittingColumns}, decision.id, decision.kind, decision.seconds, decision.reason,
    decision.asked_by as asked_by_id, asker.name as asked_by, decision.asked_at, decision.state,
    decider.name as decided_by, decision.decided_at, decision.note
  from ${sittingTables}
  join exam_decision decision on decision.attempt_id = attempt.id
  join staff asker on asker.id = decision.asked_by
  left join staff decider on decider.id = decision.decided_by`

/** With the names of who asked and who decided; `decidedBy` is null while it waits. */
export async function findDecision(db: Db, id: string): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`${select} where decision.id = ${id}`.execute(db)
  return rows[0]
}

/** Takes its row lock; see findDecision for the rest. */
export async function lockDecision(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('examDecision')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export interface DecisionFilter extends Paging {
  state?: Decision['state'] | undefined
  attemptId?: string | undefined
}

/** A page, asked last first; `total` counts all that the filter leaves. */
export async function listDecisions(
  db: Db,
  { state, attemptId, page, pageSize }: DecisionFilter,
): Promise<Page<Decision>> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (state) conditions.push(sql`decision.state = ${state}`)
  if (attemptId) conditions.push(sql`decision.attempt_id = ${attemptId}`)
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<Decision>`${select} ${where}
    order by decision.asked_at desc, decision.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from exam_decision decision ${where}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

/** False: the number is taken, or the same decision waits already. */
export function insertDecision(
  tx: Tx,
  row: {
    id: string
    attemptId: string
    kind: DecisionKind
    seconds: number | null
    reason: string
    askedBy: string
  },
): Promise<boolean> {
  return insertOnce(tx, 'examDecision', row)
}

/** Decided or taken back, now. The caller holds its row and has seen that it waits. */
export async function closeDecision(
  tx: Tx,
  id: string,
  how: { state: 'DONE' | 'REFUSED' | 'WITHDRAWN'; decidedBy: string; note: string },
): Promise<void> {
  await tx
    .updateTable('examDecision')
    .set({ ...how, decidedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Moves a running attempt's bell. */
export async function extendAttempt(tx: Tx, id: string, seconds: number): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ deadline: sql`deadline + interval '1 second' * ${seconds}` })
    .where('id', '=', id)
    .execute()
}
