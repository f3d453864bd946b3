import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'

export type Elsewhere = NonNullable<Awaited<ReturnType<typeof findElsewhere>>>

/** Money that a channel will not give back, and that staff gave back in another way; in whatever state. */
export function findElsewhere(db: Db, id: string) {
  return db.selectFrom('refundElsewhere').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Under the order's lock. False: one of this refund is open already. */
export function insertElsewhere(
  tx: Tx,
  entry: { id: string; refundNo: string; reference: string; reason: string; askedBy: string },
): Promise<boolean> {
  return insertOnce(tx, 'refundElsewhere', { ...entry, state: 'OPEN' })
}

/** Ends an open one: withdrawn by who entered it, or decided by another. */
export async function endElsewhere(
  tx: Tx,
  id: string,
  end: { state: 'WITHDRAWN' | 'REFUSED' | 'APPROVED'; by: string; reason: string | null },
): Promise<void> {
  const { state, by: decidedBy, reason: decideReason } = end
  await tx
    .updateTable('refundElsewhere')
    .set({ state, decidedBy, decideReason, decidedAt: sql`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .execute()
}

/** Whether a refund is back by other ways than its channel's, or somebody has said so and nobody decided yet. */
export async function isSaidElsewhere(db: Db, refundNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('refundElsewhere')
    .select('id')
    .where('refundNo', '=', refundNo)
    .where('state', 'in', ['OPEN', 'APPROVED'])
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the worklist has it that the channel does not give a refund, ended by hand or not. */
export async function isStuck(db: Db, refundNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('moneyDifference')
    .select('id')
    .where('kind', '=', 'REFUND_STUCK')
    .where('subject', '=', refundNo)
    .where('state', '<>', 'HEALED')
    .executeTakeFirst()
  return row !== undefined
}
