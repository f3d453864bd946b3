import { type RawBuilder, sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'
import { createProposalTable } from '../../../platform/db/proposals.ts'
import { type AttemptWithStudent, attemptColumns, attemptTables } from './attempt-columns.ts'

export type ExamDecisionKind = DatabaseSchema['examDecision']['kind']

export interface ExamDecision extends AttemptWithStudent {
  id: string
  kind: ExamDecisionKind
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
  select ${attemptColumns}, decision.id, decision.kind, decision.seconds, decision.reason,
    decision.asked_by as asked_by_id, asker.name as asked_by, decision.asked_at, decision.state,
    decider.name as decided_by, decision.decided_at, decision.note
  from ${attemptTables}
  join exam_decision decision on decision.attempt_id = attempt.id
  join staff asker on asker.id = decision.asked_by
  left join staff decider on decider.id = decision.decided_by`

export async function findExamDecision(db: Db, id: string): Promise<ExamDecision | undefined> {
  const { rows } = await sql<ExamDecision>`${select} where decision.id = ${id}`.execute(db)
  return rows[0]
}

export const examDecisionTable = createProposalTable(
  'examDecision',
  { state: 'state', reason: 'note' },
  findExamDecision,
)

export interface ExamDecisionFilter extends PageRequest {
  state?: ExamDecision['state'] | undefined
  attemptId?: string | undefined
}

export async function listExamDecisions(
  db: Db,
  { state, attemptId, page, pageSize }: ExamDecisionFilter,
): Promise<Page<ExamDecision>> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (state) conditions.push(sql`decision.state = ${state}`)
  if (attemptId) conditions.push(sql`decision.attempt_id = ${attemptId}`)
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<ExamDecision>`${select} ${where}
    order by decision.asked_at desc, decision.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from exam_decision decision ${where}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

/** Returns false when the id is taken or the attempt already has the same open decision. */
export function insertExamDecision(
  tx: Tx,
  row: {
    id: string
    attemptId: string
    kind: ExamDecisionKind
    seconds: number | null
    reason: string
    askedBy: string
  },
): Promise<boolean> {
  return insertOnce(tx, 'examDecision', row)
}

export async function extendAttempt(tx: Tx, id: string, seconds: number): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ deadline: sql`deadline + interval '1 second' * ${seconds}` })
    .where('id', '=', id)
    .execute()
}
