import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import type { ChannelOrder, ChannelRefund, Gateway, NotifiedRefund } from '../../../../platform/payments/gateway.ts'
import { parseRefundNoAtChannel } from '../numbers.ts'
import { reportForeignRefund, sumKnownRefunds } from '../store/foreign-refunds.ts'
import { findPayment, type Payment } from '../store/payments.ts'
import { findRefund } from '../store/refunds.ts'
import { applyPaymentState, reportPaymentMismatch } from './apply-payment.ts'
import { callChannel, findGateway, isExpectedPayment, logChannelFailure } from './channel.ts'
import { recordRefund } from './refund.ts'

/**
 * Responds with success only after the commit, because the channel repeats the notification otherwise
 * (docs/rules/money.md#notifications). @returns the response text for the channel; null for the usual one
 */
export async function applyPaymentNotification(
  deps: Deps,
  channel: string,
  headers: Record<string, string | undefined>,
  body: Buffer,
): Promise<string | null> {
  const gateway = findGateway(deps, channel) ?? refuse('order.badNotification')
  const said = await gateway.readNotification(headers, body).catch(() => refuse('order.badNotification'))
  if (said.kind === 'REFUND') await takeRefund(deps, gateway, said.refund)
  if (said.kind === 'PAYMENT') {
    const known = await findPayment(deps.db, said.order.outTradeNo)
    // The refund belongs to another shop of the same account, so only acknowledge the notification.
    if (said.refunded && known?.channel !== gateway.channel) return gateway.acknowledgement ?? null
    await takePayment(deps, gateway, said.order).catch(sayAgain)
    if (known && said.refunded) await takeRefundOfPayment(deps, gateway, known, said.refunded)
  }
  return gateway.acknowledgement ?? null
}

async function takePayment(deps: Deps, gateway: Gateway, said: ChannelOrder): Promise<void> {
  const payment = await findPayment(deps.db, said.outTradeNo)
  if (!payment || payment.channel !== gateway.channel) return refuse('order.badNotification')
  if (!isExpectedPayment(said, payment, gateway)) {
    await reportPaymentMismatch(deps, payment, said)
    return refuse('order.badNotification')
  }
  await applyPaymentState(deps, payment, await stillTrue(gateway, payment, said))
}

/**
 * An old notification may be out of date, so the channel is queried before a closed order is reopened. @throws Refusal
 * order.gatewayDown.
 */
async function stillTrue(gateway: Gateway, { outTradeNo, status }: Payment, said: ChannelOrder): Promise<ChannelOrder> {
  if (said.state !== 'SUCCESS' || status !== 'CLOSED') return said
  return callChannel(gateway.query(outTradeNo), `query ${outTradeNo}`)
}

/** The channel must see a failure, otherwise it does not repeat the notification. */
function sayAgain(error: unknown): never {
  if (error instanceof Refusal && error.key === 'order.gatewayDown') return refuse('common.busy')
  throw error
}

/**
 * Records our refunds; a refund of the merchant console becomes a difference with the same subject as in the bill.
 * Other shops are ignored.
 */
async function takeRefund(deps: Deps, gateway: Gateway, said: ChannelRefund): Promise<void> {
  if (said.merchant !== gateway.merchant) return refuse('order.badNotification')
  const ours = await findOurRefund(deps, gateway, said)
  if (ours) {
    const { refund, attempt } = ours
    if ((refund.dueFen !== said.amountFen && refund.amountFen !== said.amountFen) || attempt > refund.attempt)
      return refuse('order.badNotification')
    /**
     * The last request may have been only for the rest of the refund (`dueFen`). Then the refund counts as PENDING, not
     * as STUCK with its whole amount.
     */
    const status = said.amountFen === refund.dueFen ? 'PENDING' : refund.status
    if (said.state !== 'PENDING')
      await recordRefund(deps, { ...refund, attempt, status }, { ...said, state: said.state })
    return
  }
  const payment = await findPayment(deps.db, said.outTradeNo)
  if (payment?.channel !== gateway.channel) return
  await reportForeignRefund(deps.db, payment, said)
}

/** The payment must match too, because another payment may use the same refund number. */
async function findOurRefund({ db }: Deps, gateway: Gateway, said: Pick<ChannelRefund, 'refundNo' | 'outTradeNo'>) {
  const { refundNo, attempt } = parseRefundNoAtChannel(said.refundNo)
  const refund = await findRefund(db, refundNo)
  const isOne = refund?.channel === gateway.channel && refund.outTradeNo === said.outTradeNo
  return refund && isOne ? { refund, attempt } : null
}

/**
 * Handles a notification that contains only the total refunded amount of a payment. Our own refunds are queried
 * elsewhere; for other refunds the channel is asked for the amount.
 */
async function takeRefundOfPayment(
  deps: Deps,
  gateway: Gateway,
  payment: Payment,
  { refundNo, totalFen }: NotifiedRefund,
): Promise<void> {
  const { outTradeNo } = payment
  if (await findOurRefund(deps, gateway, { refundNo, outTradeNo })) return
  const asked = await gateway.queryRefund({ refundNo, outTradeNo }).catch((error) => {
    logChannelFailure(`refund ${refundNo} of ${outTradeNo}`, error)
    return null
  })
  const amountFen = asked?.amountFen ?? totalFen - (await sumKnownRefunds(deps.db, { outTradeNo, refundNo }))
  if (amountFen <= 0) return
  const { channel, merchant } = gateway
  const said = { refundNo, outTradeNo, amountFen, merchant, state: 'DONE' as const, doneAt: null }
  if (payment.channel === channel) await reportForeignRefund(deps.db, payment, said)
}
