import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../platform/db/database.ts'

/**
 * The day's root over all heads and counts (product §4): whoever keeps it can show later that no chain was cut or
 * rewritten. One row a day, the first to come writes it. Runs as a job after midnight in Shanghai.
 */
export async function sealDay(db: Db): Promise<void> {
  const sealed = await db
    .selectFrom('hoursRoot')
    .select('day')
    .where('day', '=', sql<string>`shanghai_date(app_now())`)
    .executeTakeFirst()
  if (!sealed) await inTransaction(db, seal)
}

async function seal(tx: Db): Promise<void> {
  const heads = await tx
    .selectFrom('hoursHead')
    .select(['studentId', 'seq', 'hash'])
    .orderBy('studentId')
    .execute()
  const digest = createHash('sha256')
  let entries = 0
  for (const { studentId, seq, hash } of heads) {
    digest.update(`${studentId}|${seq}|${hash.toString('hex')}\n`)
    entries += seq
  }
  await tx
    .insertInto('hoursRoot')
    .values({
      day: sql<string>`shanghai_date(app_now())`,
      heads: heads.length,
      entries,
      root: digest.digest(),
    })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
}
