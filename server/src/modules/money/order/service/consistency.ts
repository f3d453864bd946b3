import { type Db, inSnapshot } from '../../../../platform/db/database.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import { listOrderFaultsAfter, listSignsWithoutMoney } from '../store/differences.ts'

const ordersPerSlice = 1000

/** The last slice of the check looks at sign-ups. Order numbers begin with a digit and sort before it. */
const signs = 'signs'

/** Compares orders, payments, refunds and sign-ups, as the nightly check of all money does, without writing. */
export function checkMoney({ db }: { db: Db }, after: string | null): Promise<IntegritySlice> {
  return inSnapshot(db, async (tx) => {
    if (after === signs) {
      const unpaid = await listSignsWithoutMoney(tx)
      return { checked: 0, faults: unpaid.map((id) => `sign-up ${id} counts as paid, without its money`), next: null }
    }
    const orders = await listOrderFaultsAfter(tx, after ?? '', ordersPerSlice)
    return {
      checked: orders.length,
      faults: orders.flatMap(({ orderNo, fault }) => (fault ? [`order ${orderNo}: ${fault}`] : [])),
      next: orders.length < ordersPerSlice ? signs : (orders.at(-1)?.orderNo ?? signs),
    }
  })
}
