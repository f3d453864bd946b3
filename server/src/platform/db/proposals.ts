import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** What one member of staff proposes and another decides stands in tables with these columns. */
type Proposals = 'captureReview' | 'studentMerge'

/** Who proposed it and who decided it; the table is joined with staff as `proposer` and `decider`. */
export const proposalColumns = [
  'reason',
  'proposedBy',
  'proposer.name as proposerName',
  'proposedAt',
  'decision',
  'decider.name as deciderName',
  'decidedAt',
  'decideReason',
] as const

/** Two who decide at once come one after the other. */
export async function lockProposal(tx: Tx, table: Proposals, id: string): Promise<void> {
  await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}

/** What a decision sets, now. */
export function decided<Decision extends string>(by: {
  decision: Decision
  by: string
  reason: string
}) {
  return {
    decision: by.decision,
    decidedBy: by.by,
    decidedAt: sql<Date>`app_now()`,
    decideReason: by.reason,
  }
}
