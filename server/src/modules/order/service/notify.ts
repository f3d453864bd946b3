import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPayment } from '../store/payments.ts'
import { gatewayOf, isOurs } from './channel.ts'
import { applyChannel, auditMismatch } from './settle.ts'

/**
 * A channel's notification (product §4): verified, compared in amount and merchant, idempotent. It is answered well
 * only once it is booked, so that the channel says it again otherwise.
 */
export async function takeNotification(
  deps: Deps,
  channel: string,
  headers: Record<string, string | undefined>,
  body: Buffer,
) {
  const gateway = gatewayOf(deps, channel) ?? refuse('order.badNotification')
  const said = await gateway
    .readNotification(headers, body)
    .catch(() => refuse('order.badNotification'))
  const payment = await findPayment(deps.db, said.outTradeNo)
  if (!payment || payment.channel !== channel) return refuse('order.badNotification')
  if (!isOurs(said, payment, gateway)) {
    await auditMismatch(deps, payment, said)
    return refuse('order.badNotification')
  }
  await applyChannel(deps, payment, said)
  return null
}
