import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Takes a handed-in sitting's result away; its paper, answers and score stay, as do the hour and reason of the first time. */
export async function setVoided(
  tx: Tx,
  id: string,
  { reason, givenBack }: { reason: string; givenBack: boolean },
): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({
      voidedAt: sql`coalesce(voided_at, app_now())`,
      voidReason: sql`coalesce(void_reason, ${reason})`,
      review: false,
      ...(givenBack ? { counts: false } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** 待核查 is settled: somebody has looked at what raised it. */
export async function setReviewed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('attempt').set({ review: false }).where('id', '=', id).execute()
}
