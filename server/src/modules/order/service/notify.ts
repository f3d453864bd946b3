import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type {
  ChannelOrder,
  ChannelRefund,
  Gateway,
  NoticedRefund,
} from '../../../platform/payments/gateway.ts'
import { readRefundNo } from '../numbers.ts'
import { reportForeignRefund, sumKnownRefunds } from '../store/foreign-refunds.ts'
import { findPayment, type Payment } from '../store/payments.ts'
import { findRefund } from '../store/refunds.ts'
import { asked, gatewayOf, isOurs, logChannel } from './channel.ts'
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
  if (said.kind === 'REFUND') await takeRefund(deps, gateway, said.refund)
  if (said.kind === 'PAYMENT') {
    const known = await findPayment(deps.db, said.order.outTradeNo)
    // another till of the account gave money back
    if (said.refunded && known?.channel !== gateway.channel) return gateway.acknowledgement ?? null
    await takePayment(deps, gateway, said.order).catch(sayAgain)
    if (known && said.refunded) await takeRefundOfPayment(deps, gateway, known, said.refunded)
  }
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

/**
 * What the channel says of a refund. One that we asked for is booked; one that somebody made in the merchant console is a difference, at
 * once and under the subject that the bill has it under, too. Of another till's it is no news.
 */
async function takeRefund(deps: Deps, gateway: Gateway, said: ChannelRefund): Promise<void> {
  if (said.merchant !== gateway.merchant) return refuse('order.badNotification')
  const ours = await findOurRefund(deps, gateway, said)
  if (ours) {
    const { refund, attempt } = ours
    if (
      (refund.dueFen !== said.amountFen && refund.amountFen !== said.amountFen) ||
      attempt > refund.attempt
    )
      return refuse('order.badNotification')
    // of the sum that is left it is what was asked for last, and not the whole that was stuck before
    const status = said.amountFen === refund.dueFen ? 'PENDING' : refund.status
    if (said.state !== 'PENDING')
      await recordRefund(deps, { ...refund, attempt, status }, { ...said, state: said.state })
    return
  }
  const payment = await findPayment(deps.db, said.outTradeNo)
  if (payment?.channel !== gateway.channel) return
  await reportForeignRefund(deps.db, payment, said)
}

/** The refund of ours that has a number at this channel, of this payment: another trade may have one of the same number. */
async function findOurRefund(
  { db }: Deps,
  gateway: Gateway,
  said: Pick<ChannelRefund, 'refundNo' | 'outTradeNo'>,
) {
  const { refundNo, attempt } = readRefundNo(said.refundNo)
  const refund = await findRefund(db, refundNo)
  const isOne = refund?.channel === gateway.channel && refund.outTradeNo === said.outTradeNo
  return refund && isOne ? { refund, attempt } : null
}

/**
 * A notification of a payment that says how much of it went back in all, the last time by this number. Ours are settled by asking. Of
 * another one the channel is asked how much it was; where it does not say, it is what our books have no word of.
 */
async function takeRefundOfPayment(
  deps: Deps,
  gateway: Gateway,
  payment: Payment,
  { refundNo, totalFen }: NoticedRefund,
): Promise<void> {
  const { outTradeNo } = payment
  if (await findOurRefund(deps, gateway, { refundNo, outTradeNo })) return
  const asked = await gateway.queryRefund({ refundNo, outTradeNo }).catch((error) => {
    logChannel(`refund ${refundNo} of ${outTradeNo}`, error)
    return null
  })
  const amountFen =
    asked?.amountFen ?? totalFen - (await sumKnownRefunds(deps.db, { outTradeNo, refundNo }))
  if (amountFen <= 0) return
  const { channel, merchant } = gateway
  const said = { refundNo, outTradeNo, amountFen, merchant, state: 'DONE' as const, doneAt: null }
  if (payment.channel === channel) await reportForeignRefund(deps.db, payment, said)
}
