import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** Fen of a refund that are back by other ways than its channel's, or that somebody has said to be and nobody decided yet. */
export async function sumSaidElsewhere(db: Db, refundNo: string): Promise<number> {
  const row = await db
    .selectFrom('moneyDecision')
    .select(sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('fen'))
    .where('refundNo', '=', refundNo)
    .where('state', 'in', ['OPEN', 'APPROVED'])
    .executeTakeFirst()
  return row?.fen ?? 0
}
