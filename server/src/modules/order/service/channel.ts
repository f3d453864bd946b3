import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { ChannelOrder, Gateway } from '../../../platform/payments/gateway.ts'
import type { Order } from '../store/orders.ts'
import { findOpenPayment, keepCodeUrl, type Payment } from '../store/payments.ts'

/** Never call what is here inside a transaction: a channel may take seconds to answer. */
export function gatewayOf(deps: Deps, channel: string): Gateway | undefined {
  return [...deps.gateways.values()].find((gateway) => gateway.channel === channel)
}

/** A channel that does not answer is order.gatewayDown to the student; the cause goes to the log only. */
export async function asked<Answer>(work: Promise<Answer>, what: string): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    logChannel(what, error)
    return refuse('order.gatewayDown')
  }
}

/** One line: a channel that is down is no news to the next hundred polls. */
export function logChannel(what: string, error: unknown): void {
  console.error(`payment channel, ${what}: ${error instanceof Error ? error.message : error}`)
}

/** Whether the money is the one we asked for and went to us (product §4: compared in amount and merchant). */
export function isOurs(said: ChannelOrder, payment: Payment, gateway: Gateway): boolean {
  return said.amountFen === payment.amountFen && said.merchant === gateway.merchant
}

/**
 * The address an open order is paid at; null when it is not open any more. Also repairs an order whose process died
 * before it asked: the same number gives the same address.
 * @throws Refusal order.gatewayDown, order.noGateway
 */
export async function openAddress(
  deps: Deps,
  order: Pick<Order, 'orderNo' | 'expireAt' | 'lines'>,
): Promise<string | null> {
  const payment = await findOpenPayment(deps.db, order.orderNo)
  if (!payment || payment.codeUrl) return payment?.codeUrl ?? null
  const gateway = gatewayOf(deps, payment.channel) ?? refuse('order.noGateway')
  const { outTradeNo, amountFen } = payment
  const { codeUrl } = await asked(
    gateway.create({
      outTradeNo,
      amountFen,
      description: descriptionOf(order),
      expireAt: order.expireAt,
    }),
    `create ${outTradeNo}`,
  )
  // of two that asked at once both answer with the first one's
  const kept = await keepCodeUrl(deps.db, outTradeNo, codeUrl)
  if (kept) return kept
  // closed while the channel was answering: nobody shall pay there
  await asked(gateway.close(outTradeNo), `close ${outTradeNo}`)
  return null
}

/** What whoever pays reads on their phone. */
export function descriptionOf({ lines }: Pick<Order, 'lines'>): string {
  const title = lines[0]?.title ?? ''
  return lines.length > 1 ? `${title}，${lines.length} 人` : title
}
