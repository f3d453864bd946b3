import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { listPassesOfSigns } from '../store/merged.ts'
import { creditPasses } from './finish.ts'

/**
 * The hours of what was passed while the money of these signs was back – answers that were sealed before, a sitting begun in the moment of the
 * refund: it had given none then. Part of the payment's transaction, which holds the signs and has made them paid.
 */
export async function creditPaidAnew(tx: Tx, deps: Deps, signIds: string[]): Promise<void> {
  await creditPasses(tx, deps, await listPassesOfSigns(tx, signIds))
}
