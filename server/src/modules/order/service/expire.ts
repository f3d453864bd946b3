import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { listOverdue } from '../store/orders.ts'
import { closeOrder } from './settle.ts'

/** A job: unpaid orders whose life is over are closed, the channel first; one that does not answer is asked again. */
export async function expireDue(deps: Deps): Promise<void> {
  for (const orderNo of await listOverdue(deps.db, 500))
    await closeOrder(deps, orderNo, 'EXPIRED', 'system').catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })
}
