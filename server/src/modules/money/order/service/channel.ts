import { ChannelPaused } from '../../../../platform/circuit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { logWarning } from '../../../../platform/observability/log.ts'
import { ChannelRefusal } from '../../../../platform/payments/channel-refusal.ts'
import type { ChannelOrder, Gateway } from '../../../../platform/payments/gateway.ts'
import type { Order } from '../store/orders.ts'
import { findOpenPayment, type Payment, type PaymentKind, setPaymentAddress } from '../store/payments.ts'

/** Never call channels inside a transaction: they may take seconds. */
export function findGateway(deps: Deps, channel: string): Gateway | undefined {
  return [...deps.gateways.values()].find((gateway) => gateway.channel === channel)
}

/** A failure reaches the student as order.gatewayDown; the cause is logged. */
export async function callChannel<Answer>(work: Promise<Answer>, what: string): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    // The circuit breaker has already logged this outage.
    if (!(error instanceof ChannelPaused)) logChannelFailure(what, error)
    return refuse('order.gatewayDown')
  }
}

export function logChannelFailure(what: string, error: unknown): void {
  logWarning(`payment channel, ${what}: ${error instanceof Error ? error.message : error}`)
}

/**
 * Tells whether the channel reports our amount and our merchant. The caller has found the payment by its number
 * (docs/rules/money.md#notifications).
 */
export function isExpectedPayment(said: ChannelOrder, payment: Payment, gateway: Gateway): boolean {
  return said.amountFen === payment.amountFen && said.merchant === gateway.merchant
}

/** A browser payment needs the IP address of the payer, and one inside WeChat the payer's identity. */
export type PaymentWay = { kind: 'NATIVE' } | { kind: 'H5'; payerIp: string } | { kind: 'JSAPI'; payer: string }

type Payable = Pick<Order, 'orderNo' | 'expireAt'> & { lines: { title: string }[] }

/**
 * Returns the payment address of an order, or null when the order is closed or has another kind of payment open. After
 * a crash the address is requested again, because the channel gives the same one for the same number.
 * @param number accepts only this payment
 * @throws Refusal order.gatewayDown, order.noGateway
 */
export async function openPaymentAddress(
  deps: Deps,
  order: Payable,
  way: PaymentWay = { kind: 'NATIVE' },
  number?: string,
): Promise<string | null> {
  const payment = await findOpenPayment(deps.db, order.orderNo)
  if (!payment || !isPaymentOpenOfKind(payment, way.kind)) return null
  // A payment inside WeChat belongs to one payer, so the address of a newer payment may be for another payer.
  if (number && payment.outTradeNo !== number) return null
  if (payment.codeUrl) return payment.codeUrl
  const gateway = findGateway(deps, payment.channel) ?? refuse('order.noGateway')
  const { outTradeNo } = payment
  const codeUrl = await callChannel(requestPaymentAddress(gateway, order, payment, way), `create ${outTradeNo}`)
  // Two simultaneous requests both return the first address.
  const kept = await setPaymentAddress(deps.db, outTradeNo, codeUrl)
  if (kept) return kept
  // The payment was closed during the call, so close it at the channel too.
  await callChannel(gateway.close(outTradeNo), `close ${outTradeNo}`)
  return null
}

/** True when the open payment is of this kind and is not about to be replaced. */
export function isPaymentOpenOfKind(payment: Payment, kind: PaymentKind): boolean {
  return payment.kind === kind && payment.nextKind === null
}

/** Tells whether the channel offers payment in a phone's browser, which needs no QR code. */
export function hasBrowserPayment(deps: Deps, payType: string): boolean {
  return deps.gateways.get(payType)?.createH5 !== undefined
}

export async function requestPaymentAddress(
  gateway: Gateway,
  order: Payable,
  { outTradeNo, amountFen }: Pick<Payment, 'outTradeNo' | 'amountFen'>,
  way: PaymentWay,
): Promise<string> {
  const { orderNo, expireAt } = order
  const wish = { outTradeNo, amountFen, description: descriptionOf(order), expireAt }
  if (way.kind === 'NATIVE') return (await gateway.create(wish)).codeUrl
  if (way.kind === 'JSAPI') {
    const jsapi = gateway.jsapi ?? refuse('order.payTypeUnavailable')
    return (await jsapi.create({ ...wish, payer: way.payer })).prepayId
  }
  if (!gateway.createH5) return refuse('order.payTypeUnavailable')
  return (await gateway.createH5({ ...wish, orderNo, payerIp: way.payerIp })).h5Url
}

function descriptionOf({ lines }: Pick<Payable, 'lines'>): string {
  const title = lines[0]?.title ?? ''
  return lines.length > 1 ? `${title}，${lines.length} 人` : title
}

/** Returns the channel's own text when it refused in Chinese, otherwise a general text. */
export function channelFailureText(error: unknown): {
  answer: 'REFUSED' | 'UNANSWERED'
  words: string | null
} {
  if (!(error instanceof ChannelRefusal) || error.unable) return { answer: 'UNANSWERED', words: null }
  const chinese = /\p{Script=Han}.*$/su.exec(error.message)?.[0].slice(0, 160) ?? ''
  return { answer: 'REFUSED', words: chinese ? `${chinese}（${error.code}）` : error.code || null }
}
