import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Order } from '../store/orders.ts'
import { claimQuery } from '../store/payments.ts'
import { asked, gatewayOf, openAddress } from './channel.ts'
import { requireOwnOrder } from './own-order.ts'
import { applyChannel, closeOrder } from './settle.ts'

interface Question {
  orderNo: string
  /** somebody says they have paid: the channel is asked sooner */
  paid?: '1' | undefined
}

/** The status of one's order, fresh from the channel. */
export function queryStatus(deps: Deps, student: StudentActor, input: Question) {
  return statusOf(deps, input, () => requireOwnOrder(deps.db, student, input.orderNo))
}

/**
 * An order's status; while unpaid the channel is asked, with backoff, so that a lost notification costs nothing. Then it is
 * read again: a question that is due waits for a notification that is just being booked; before it is due nothing waits,
 * and the next poll sees it. @param read the order, if whoever asks may see it
 */
export async function statusOf<Seen extends Order>(
  deps: Deps,
  { paid }: Question,
  read: () => Promise<Seen>,
) {
  const before = await read()
  if (before.status !== 'PENDING') return { ...before, serverNow: before.readAt }
  await refresh(deps, before, paid === '1')
  const order = await read()
  return { ...order, serverNow: order.readAt }
}

/** Asks the channel if it is time to, or closes the order; a channel that is down says nothing new. */
function refresh(deps: Deps, order: Order, paid: boolean): Promise<void> {
  return ask(deps, order, paid).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}

async function ask(deps: Deps, order: Order, paid: boolean): Promise<void> {
  if (order.overdue) return closeOrder(deps, order.orderNo, 'EXPIRED', 'system')
  const payment = await claimQuery(deps.db, order.orderNo, paid)
  const gateway = payment && gatewayOf(deps, payment.channel)
  if (!payment || !gateway) return
  // an address for a browser is made when somebody is there to go to it
  if (!payment.codeUrl) await openAddress(deps, order)
  const { outTradeNo } = payment
  const said = await asked(gateway.query(outTradeNo), `query ${outTradeNo}`)
  await applyChannel(deps, payment, said)
}
