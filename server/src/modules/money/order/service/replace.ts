import type { Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { outTradeNoOf } from '../numbers.ts'
import { insertSuccessorPayment, type OrderSuccessor, openSuccessorOrder } from '../store/orders.ts'
import { closeOrder } from './apply-payment.ts'
import { callChannel, findGateway, requestPaymentAddress } from './channel.ts'
import { requirePaymentAttemptsLeft } from './open-payment.ts'

/**
 * Stores the payment of the order that will replace this one. Failed changes of channel also count against the limit,
 * because they have rows here and at the channel.
 * @throws Refusal order.gatewayDown, order.switchedTooOften.
 */
export async function recordOrderSuccessor(
  tx: Tx,
  deps: Deps,
  old: { orderNo: string; amountFen: number },
  next: OrderSuccessor,
): Promise<void> {
  if (findGateway(deps, next.channel)?.isPaused?.()) refuse('order.gatewayDown')
  await requirePaymentAttemptsLeft(tx, old.orderNo)
  await insertSuccessorPayment(tx, old, next)
}

/**
 * Places the new order at its channel, then closes the old order and opens the new one in the same transaction
 * (decision 025). Before that, the payment address is only in memory and the payment is stored as closed
 * (insertSuccessorPayment), so a crash needs no repair.
 * @param then runs in that transaction
 * @param ask may refuse before anything is closed
 * @returns false when the old order was paid or closed in the meantime
 * @throws Refusal order.gatewayDown, and the old order stays.
 */
export async function replaceOrder(
  deps: Deps,
  old: { orderNo: string; actor: string },
  next: OrderSuccessor,
  then: (tx: Tx) => Promise<void>,
  ask?: () => Promise<unknown>,
): Promise<boolean> {
  let opened = false
  try {
    const codeUrl = await placeUntold(deps, next)
    await ask?.()
    await closeOrder(deps, old.orderNo, 'REPLACED', old.actor, async (tx) => {
      await openSuccessorOrder(tx, next, codeUrl)
      await then(tx)
      opened = true
    })
  } catch (error) {
    /**
     * After a failed commit nobody knows whether the new order is open, so do not close its payment at the channel; it
     * expires there.
     */
    if (error instanceof Refusal) await closeUntold(deps, next)
    throw error
  }
  if (!opened) await closeUntold(deps, next)
  return opened
}

/**
 * Places the order at the channel before anybody knows its address.
 * @throws Refusal order.gatewayDown; the channel may have the order then, but its address is unknown.
 */
async function placeUntold(deps: Deps, { order, channel }: OrderSuccessor): Promise<string> {
  const gateway = findGateway(deps, channel) ?? refuse('order.noGateway')
  const outTradeNo = outTradeNoOf(order.orderNo)
  const amountFen = order.lines.reduce((sum, line) => sum + line.amountFen, 0)
  const asking = requestPaymentAddress(gateway, order, { outTradeNo, amountFen }, { kind: 'NATIVE' })
  return callChannel(asking, `create ${outTradeNo}`)
}

/**
 * Closes the unused payment at the channel. If this fails, or for QR codes of Alipay (decision 033), it simply expires,
 * because nobody knows its address.
 */
async function closeUntold(deps: Deps, { order, channel }: OrderSuccessor): Promise<void> {
  const outTradeNo = outTradeNoOf(order.orderNo)
  const gateway = findGateway(deps, channel)
  if (!gateway) return
  await callChannel(gateway.close(outTradeNo), `close ${outTradeNo}`).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}
