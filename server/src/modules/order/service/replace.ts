import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { outTradeNoOf } from '../numbers.ts'
import { noteSuccessor, openSuccessor, type Successor } from '../store/successors.ts'
import { asked, gatewayOf, place } from './channel.ts'
import { requireRoom } from './open-payment.ts'
import { closeOrder } from './settle.ts'

/**
 * Writes down what shall take an open order's place, whose row is locked. What is tried in vain is no order and still a row, here and at
 * the channel: it is counted with the order's payments.
 * @throws Refusal order.gatewayDown: an order that can be paid is not closed for one that cannot; order.switchedTooOften
 */
export async function noteNext(
  tx: Tx,
  deps: Deps,
  old: { orderNo: string; amountFen: number },
  next: Successor,
): Promise<void> {
  if (gatewayOf(deps, next.channel)?.isPaused?.()) refuse('order.gatewayDown')
  await requireRoom(tx, old.orderNo)
  await noteSuccessor(tx, old, next)
}

/**
 * Puts an order in the place of one that can be paid (decision 025). The new one is placed at its channel first: a channel that is down,
 * known to be or not, costs nobody what can be paid. Then the old one is closed at its own channel, and the transaction that closes it
 * here opens the new one.
 *
 * Meanwhile both channels have an order, and one of them can be paid: the address of the other lies in this process' memory and is told
 * to nobody. Its number was written down before, as a closed payment of the old order (noteSuccessor): whatever its channel might say
 * of it is late money. So a process may die anywhere in between, and nothing has to be repaired.
 * @param then what belongs to opening it, in the same transaction
 * @param ask what would refuse there, asked before anything is closed: an order that must not be opened costs nobody what can be paid
 * @returns false: by then the old one was paid, or closed by somebody else; the new one never was
 * @throws Refusal order.gatewayDown, then the old one stands
 */
export async function replaceOrder(
  deps: Deps,
  old: { orderNo: string; actor: string },
  next: Successor,
  then: (tx: Tx) => Promise<void>,
  ask?: () => Promise<unknown>,
): Promise<boolean> {
  let opened = false
  try {
    const codeUrl = await placeUntold(deps, next)
    await ask?.()
    await closeOrder(deps, old.orderNo, 'REPLACED', old.actor, async (tx) => {
      await openSuccessor(tx, next, codeUrl)
      await then(tx)
      opened = true
    })
  } catch (error) {
    // a refusal comes before the transaction, or out of it; after a failed commit nobody knows, and the channel's order is left to its end
    if (error instanceof Refusal) await closeUntold(deps, next)
    throw error
  }
  if (!opened) await closeUntold(deps, next)
  return opened
}

/** @throws Refusal order.gatewayDown: without an answer it may be there, or on its way there; nobody knows where it is paid */
async function placeUntold(deps: Deps, { order, channel }: Successor): Promise<string> {
  const gateway = gatewayOf(deps, channel) ?? refuse('order.noGateway')
  const outTradeNo = outTradeNoOf(order.orderNo)
  const amountFen = order.lines.reduce((sum, line) => sum + line.amountFen, 0)
  const asking = place(gateway, order, { outTradeNo, amountFen }, { kind: 'NATIVE' })
  return asked(asking, `create ${outTradeNo}`)
}

/** Tidies up at the channel. Where that fails – and of Alipay's QRs, decision 033 – it has an order of unknown address until its time is over. */
async function closeUntold(deps: Deps, { order, channel }: Successor): Promise<void> {
  const outTradeNo = outTradeNoOf(order.orderNo)
  const gateway = gatewayOf(deps, channel)
  if (!gateway) return
  await asked(gateway.close(outTradeNo), `close ${outTradeNo}`).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}
