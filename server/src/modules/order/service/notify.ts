import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { ChannelOrder, ChannelRefund, Gateway } from '../../../platform/payments/gateway.ts'
import { readRefundNo } from '../numbers.ts'
import { findPayment, type Payment } from '../store/payments.ts'
import { findRefund } from '../store/refunds.ts'
import { asked, gatewayOf, isOurs } from './channel.ts'
import { recordRefund } from './refund.ts'
import { applyChannel, reportMismatch } from './settle.ts'

/**
 * A channel's notification (product §4): verified, compared in amount and merchant, idempotent. It is answered well
 * only once it is booked, so that the channel says it again otherwise.
 * @returns the one word this channel takes for an answer; null: it takes the usual one
 */
export async function takeNotification(
  deps: Deps,
  channel: string,
  headers: Record<string, string | undefined>,
  body: Buffer,
): Promise<string | null> {
  const gateway = gatewayOf(deps, channel) ?? refuse('order.badNotification')
  const said = await gateway
    .readNotification(headers, body)
    .catch(() => refuse('order.badNotification'))
  if (said.kind === 'PAYMENT') await takePayment(deps, gateway, said.order).catch(sayAgain)
  else await takeRefund(deps, gateway, said.refund)
  return gateway.acknowledgement ?? null
}

async function takePayment(deps: Deps, gateway: Gateway, said: ChannelOrder): Promise<void> {
  const payment = await findPayment(deps.db, said.outTradeNo)
  if (!payment || payment.channel !== gateway.channel) return refuse('order.badNotification')
  if (!isOurs(said, payment, gateway)) {
    await reportMismatch(deps, payment, said)
    return refuse('order.badNotification')
  }
  await applyChannel(deps, payment, await stillTrue(gateway, payment, said))
}

/**
 * A notification tells what was true when it was signed, and may be a repeat of a day ago. Money for what is closed by now
 * makes an order live again, so it has to be there still: the channel is asked. To any other payment it is no news.
 * @throws Refusal order.gatewayDown
 */
async function stillTrue(
  gateway: Gateway,
  { outTradeNo, status }: Payment,
  said: ChannelOrder,
): Promise<ChannelOrder> {
  if (said.state !== 'SUCCESS' || status !== 'CLOSED') return said
  return asked(gateway.query(outTradeNo), `query ${outTradeNo}`)
}

/** To a student order.gatewayDown is an answer; a channel has to see a failure, or it never says this again. */
function sayAgain(error: unknown): never {
  if (error instanceof Refusal && error.key === 'order.gatewayDown') return refuse('common.busy')
  throw error
}

async function takeRefund(deps: Deps, gateway: Gateway, said: ChannelRefund): Promise<void> {
  const { refundNo, attempt } = readRefundNo(said.refundNo)
  const refund = await findRefund(deps.db, refundNo)
  const ours =
    refund?.channel === gateway.channel &&
    refund.outTradeNo === said.outTradeNo &&
    refund.amountFen === said.amountFen &&
    said.merchant === gateway.merchant
  if (!refund || !ours || attempt > refund.attempt) return refuse('order.badNotification')
  if (said.state !== 'PENDING') await recordRefund(deps, { ...refund, attempt }, said.state)
}
