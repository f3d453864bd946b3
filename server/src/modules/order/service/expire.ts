import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { faultWords } from '../../../platform/fault-words.ts'
import { listOverdue } from '../store/order-lists.ts'
import { closeOrder } from './settle.ts'

/**
 * A job: unpaid orders whose life is over are closed, the channel first. One that fails waits
 * for the next time and holds up no other.
 */
export async function expireDue(deps: Deps): Promise<void> {
  for (const orderNo of await listOverdue(deps.db, 500))
    await closeOrder(deps, orderNo, 'EXPIRED', 'system').catch((error) => {
      if (!(error instanceof Refusal)) console.error(`closing order ${orderNo}:`, faultWords(error))
    })
}
