import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { countRecentOrders, countUnopened, lockOrdersOf, type Owner } from '../store/order-limit.ts'

/**
 * For one more order of a student or an employer, under a lock of all its orders until the transaction ends: requests for several
 * years, or lists, hold different signs and do not wait for each other otherwise. Whoever is turned away has the orders there are.
 * @throws Refusal order.ordersSpent
 */
export async function requireFewOrders(tx: Tx, owner: Owner, most: number): Promise<void> {
  await lockOrdersOf(tx, owner)
  const opened = await countRecentOrders(tx, owner)
  // several orders that change their channel at once are still counted as what they were
  if (opened + (await countUnopened(tx, owner)) >= most) refuse('order.ordersSpent', { most })
}
