import { payType } from '@ce/contract'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import { listOverdue } from '../store/order-lists.ts'
import type { PayType } from '../store/orders.ts'
import { budgetOf } from './budget.ts'
import { closeOrder } from './settle.ts'

/**
 * A job: unpaid orders whose life is over are closed, the channel first. One that fails waits
 * for its next try and holds up no other, nor does a channel that hangs those of another.
 */
export async function expireDue(
  deps: Deps,
  stopping?: AbortSignal,
  budgetMs?: number,
): Promise<void> {
  const hasTime = budgetOf(stopping, budgetMs)
  const ends = await Promise.allSettled(
    payType.options.map((type) => expireBy(deps, type, hasTime)),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function expireBy(deps: Deps, type: PayType, hasTime: () => boolean): Promise<void> {
  const job = 'order.expireDue'
  await sweepEach(deps.db, {
    job,
    items: await listOverdue(deps.db, { job, payType: type, limit: 500 }),
    subjectOf: (orderNo) => orderNo,
    work: (orderNo) => closeOverdue(deps, orderNo),
    goesOn: hasTime,
  })
}

/** A channel that is down is no fault of the order: it is asked again the next minute, and an outage ends with its cause. */
async function closeOverdue(deps: Deps, orderNo: string): Promise<unknown> {
  try {
    return await closeOrder(deps, orderNo, 'EXPIRED', 'system')
  } catch (error) {
    if (error instanceof Refusal && error.key === 'order.gatewayDown') return false
    throw error
  }
}
