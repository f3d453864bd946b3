import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from './database.ts'

/** The query joins staff as `proposer` and `decider`. */
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

/** The decision on a proposal, or its withdrawal. `outcome`: what followed, if the table stores it. */
interface Ending {
  state: string
  by: string | null
  reason: string | null
  outcome?: string
}

/**
 * Locks and ends proposals of one table. `names`: its columns for the decision and its reason. The caller of `end`
 * holds the row lock and has checked that nobody has decided.
 */
export function createProposalTable<Row>(
  table: keyof DatabaseSchema,
  names: { state: string; reason: string },
  find: (db: Db, id: string) => Promise<Row | undefined>,
) {
  return {
    async hold(tx: Tx, id: string): Promise<Row | undefined> {
      await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
      return find(tx, id)
    },
    async end(tx: Tx, id: string, { state, by: decidedBy, reason, ...more }: Ending): Promise<void> {
      const set = { [names.state]: state, decidedBy, [names.reason]: reason, ...more }
      const columns = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(table)} set decided_at = app_now(), ${sql.join(columns)}
        where id = ${id}`.execute(tx)
    },
  }
}
