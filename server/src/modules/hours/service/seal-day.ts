import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { countLeaves, insertLeaves, insertSeal, isSealed, lockSeals, raise } from '../seals.ts'

/**
 * The day's root over all heads (product §4): whoever keeps it can show later that no chain was cut or rewritten, and a student
 * that an hour was there (docs/ledger.md). One row a day, the first to come writes it. Runs as a job after midnight in Shanghai.
 */
export async function sealDay(db: Db): Promise<void> {
  if (await isSealed(db)) return
  await inTransaction(db, async (tx) => {
    await lockSeals(tx)
    if (await isSealed(tx)) return
    let places = await insertLeaves(tx)
    let width = await countLeaves(tx)
    for (let level = 0; width > 1; level += 1) {
      places = await raise(tx, level, places)
      width = Math.ceil(width / 2)
    }
    await insertSeal(tx)
  })
}
