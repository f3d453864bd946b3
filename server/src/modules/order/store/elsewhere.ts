import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/**
 * Fen of a refund that are back by other ways than its channel's, or that somebody has said to be and nobody decided yet.
 * @param number by which the channel says it now: what was entered by this number is the same money
 */
export async function sumSaidElsewhere(db: Db, refundNo: string, number: string): Promise<number> {
  const row = await db
    .selectFrom('moneyDecision')
    .select(sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('fen'))
    .where('refundNo', '=', refundNo)
    .where('state', 'in', ['OPEN', 'APPROVED'])
    .where('reference', 'is distinct from', number)
    .executeTakeFirst()
  return row?.fen ?? 0
}
