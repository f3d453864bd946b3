import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Takes a handed-in sitting's result away; its paper, answers and score stay. */
export async function setVoided(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ voidedAt: sql`app_now()`, voidReason: reason, review: false })
    .where('id', '=', id)
    .execute()
}

/** 待核查 is settled: somebody has looked at what raised it. */
export async function setReviewed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('attempt').set({ review: false }).where('id', '=', id).execute()
}
