import { type Db, inSnapshot } from '../../../../platform/db/database.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import { listOrderFaultsAfter, listSignsWithoutMoney } from '../store/differences.ts'

const perSlice = 1000

/** The last slices look at sign-ups, and go on after `signs` with the last id. Order numbers begin with a digit. */
const signs = 'signs'

/** Compares orders, payments, refunds and sign-ups, as the nightly check of all money does, without writing. */
export function checkMoney({ db }: { db: Db }, after: string | null): Promise<IntegritySlice> {
  return inSnapshot(db, async (tx) => {
    if (after?.startsWith(signs)) {
      const unpaid = await listSignsWithoutMoney(tx, after.slice(signs.length) || null, perSlice)
      return {
        checked: 0,
        faults: unpaid.map((id) => `sign-up ${id} counts as paid, without its money`),
        next: unpaid.length < perSlice ? null : `${signs}${unpaid.at(-1)}`,
      }
    }
    const orders = await listOrderFaultsAfter(tx, after ?? '', perSlice)
    return {
      checked: orders.length,
      faults: orders.flatMap(({ orderNo, fault }) => (fault ? [`order ${orderNo}: ${fault}`] : [])),
      next: orders.length < perSlice ? signs : (orders.at(-1)?.orderNo ?? signs),
    }
  })
}
