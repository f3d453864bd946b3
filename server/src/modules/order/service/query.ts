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
 * An order's status; while unpaid the channel is asked, with backoff, so that a lost notification costs nothing. It is
 * read again only when the channel was asked. @param read the order, if whoever asks may see it
 */
export async function statusOf<Seen extends Order>(
  deps: Deps,
  { paid }: Question,
  read: () => Promise<Seen>,
) {
  const before = await read()
  const news = before.status === 'PENDING' && (await refresh(deps, before, paid === '1'))
  const order = news ? await read() : before
  return { ...order, serverNow: order.readAt }
}

/** Whether the channel was asked, or the order closed; a channel that is down says nothing new. */
function refresh(deps: Deps, order: Order, paid: boolean): Promise<boolean> {
  return ask(deps, order, paid).catch((error) => {
    if (error instanceof Refusal) return true
    throw error
  })
}

async function ask(deps: Deps, order: Order, paid: boolean): Promise<boolean> {
  if (order.overdue) {
    await closeOrder(deps, order.orderNo, 'EXPIRED', 'system')
    return true
  }
  const payment = await claimQuery(deps.db, order.orderNo, paid)
  const gateway = payment && gatewayOf(deps, payment.channel)
  if (!payment || !gateway) return false
  // an address for a browser is made when somebody is there to go to it
  if (!payment.codeUrl) await openAddress(deps, order)
  const { outTradeNo } = payment
  const said = await asked(gateway.query(outTradeNo), `query ${outTradeNo}`)
  await applyChannel(deps, payment, said)
  return true
}
