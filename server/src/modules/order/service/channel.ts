import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { logWarning } from '../../../platform/observability/log.ts'
import { ChannelPaused } from '../../../platform/payments/circuit.ts'
import type { ChannelOrder, Gateway } from '../../../platform/payments/gateway.ts'
import type { Order } from '../store/orders.ts'
import { findOpenPayment, keepCodeUrl, type PayKind, type Payment } from '../store/payments.ts'

/** Never call what is here inside a transaction: a channel may take seconds to answer. */
export function gatewayOf(deps: Deps, channel: string): Gateway | undefined {
  return [...deps.gateways.values()].find((gateway) => gateway.channel === channel)
}

/** A channel that does not answer is order.gatewayDown to the student; the cause goes to the log only. */
export async function asked<Answer>(work: Promise<Answer>, what: string): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    // that it is down has been said, once for each of those it was asked for
    if (!(error instanceof ChannelPaused)) logChannel(what, error)
    return refuse('order.gatewayDown')
  }
}

/** One line: a channel that is down is no news to the next hundred polls. */
export function logChannel(what: string, error: unknown): void {
  logWarning(`payment channel, ${what}: ${error instanceof Error ? error.message : error}`)
}

/** Whether the money is the one we asked for and went to us (product §4: compared in amount and merchant). */
export function isOurs(said: ChannelOrder, payment: Payment, gateway: Gateway): boolean {
  return said.amountFen === payment.amountFen && said.merchant === gateway.merchant
}

/** How somebody wants to pay; the channel asks whose browser it is that goes there, and inside WeChat who pays. */
export type PayWay =
  | { kind: 'NATIVE' }
  | { kind: 'H5'; payerIp: string }
  | { kind: 'JSAPI'; payer: string }

type Payable = Pick<Order, 'orderNo' | 'expireAt'> & { lines: { title: string }[] }

/**
 * The address an open order is paid at in this way; null when it is not open any more, or in the other way. Also repairs
 * an order whose process died before it asked: the same number gives the same address.
 * @param number the only payment whose address will do
 * @throws Refusal order.gatewayDown, order.noGateway
 */
export async function openAddress(
  deps: Deps,
  order: Payable,
  way: PayWay = { kind: 'NATIVE' },
  number?: string,
): Promise<string | null> {
  const payment = await findOpenPayment(deps.db, order.orderNo)
  if (!payment || !isOpenAs(payment, way.kind)) return null
  // inside WeChat the one after it is somebody else's
  if (number && payment.outTradeNo !== number) return null
  if (payment.codeUrl) return payment.codeUrl
  const gateway = gatewayOf(deps, payment.channel) ?? refuse('order.noGateway')
  const { outTradeNo } = payment
  const codeUrl = await asked(place(gateway, order, payment, way), `create ${outTradeNo}`)
  // of two that asked at once both answer with the first one's
  const kept = await keepCodeUrl(deps.db, outTradeNo, codeUrl)
  if (kept) return kept
  // closed, or about to be, while the channel was answering: nobody shall pay there
  await asked(gateway.close(outTradeNo), `close ${outTradeNo}`)
  return null
}

/** Whether it can be paid in this way, and nothing else is about to take its place. */
export function isOpenAs(payment: Payment, kind: PayKind): boolean {
  return payment.kind === kind && payment.nextKind === null
}

/** Whether orders of this pay type can be paid in a phone's browser without a QR. */
export function offersH5(deps: Deps, payType: string): boolean {
  return deps.gateways.get(payType)?.createH5 !== undefined
}

/** Asks the channel for the address of one channel order. */
export async function place(
  gateway: Gateway,
  order: Payable,
  { outTradeNo, amountFen }: Pick<Payment, 'outTradeNo' | 'amountFen'>,
  way: PayWay,
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

/** What whoever pays reads on their phone. */
function descriptionOf({ lines }: Pick<Payable, 'lines'>): string {
  const title = lines[0]?.title ?? ''
  return lines.length > 1 ? `${title}，${lines.length} 人` : title
}
