import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Order } from '../store/orders.ts'
import { claimQuery, findOpenPayment } from '../store/payments.ts'
import { asked, gatewayOf, openAddress } from './channel.ts'
import { requireOwnOrder } from './own-order.ts'
import { applyChannel, closeOrder } from './settle.ts'

/** The order's status; while unpaid the channel is asked, with backoff, so that a lost notification costs nothing. */
export async function queryStatus(
  deps: Deps,
  student: StudentActor,
  input: { orderNo: string; paid?: '1' | undefined },
) {
  const before = await requireOwnOrder(deps.db, student, input.orderNo)
  if (before.status === 'PENDING')
    await refresh(deps, before, input.paid === '1').catch(stillUnknown)
  const order = await requireOwnOrder(deps.db, student, input.orderNo)
  const payment =
    order.status === 'PENDING' ? await findOpenPayment(deps.db, order.orderNo) : undefined
  return {
    ...order,
    serverNow: await appNow(deps.db),
    channelFailed: payment?.channelState === 'PAYERROR',
  }
}

async function refresh(deps: Deps, order: Order, paid: boolean): Promise<void> {
  if (order.overdue) return closeOrder(deps, order.orderNo, 'EXPIRED', 'system')
  const payment = await findOpenPayment(deps.db, order.orderNo)
  const gateway = payment && gatewayOf(deps, payment.channel)
  if (!payment || !gateway || !(await claimQuery(deps.db, payment.outTradeNo, paid))) return
  if (!payment.codeUrl) await openAddress(deps, order)
  const { outTradeNo } = payment
  const said = await asked(gateway.query(outTradeNo), `query ${outTradeNo}`)
  await applyChannel(deps, payment, said)
}

/** A channel that is down says nothing new: the order is what it was. */
function stillUnknown(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
