import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { ChannelOrder } from '../../../platform/payments/gateway.ts'
import { lockSigns } from '../../sign/service.ts'
import { reportDifference } from '../store/differences.ts'
import {
  type CloseReason,
  findOrder,
  listSignIds,
  lockOrder,
  setOrderClosed,
} from '../store/orders.ts'
import {
  closeOpenPayment,
  findOpenPayment,
  type Payment,
  setChannelState,
} from '../store/payments.ts'
import { asked, gatewayOf, isOurs } from './channel.ts'
import { recordPayment } from './record-payment.ts'
import { sendRefund } from './refund.ts'

/** Applies what a channel says of one of our payments; saying it twice changes nothing. */
export async function applyChannel(deps: Deps, payment: Payment, said: ChannelOrder) {
  if (said.state === 'SUCCESS') await settle(deps, payment, said)
  else if (said.state === 'NOTPAY' || said.state === 'PAYERROR')
    await setChannelState(deps.db, payment.outTradeNo, said.state)
  else await markClosed(deps, payment.orderNo, 'CHANNEL_CLOSED', 'system')
}

/** Makes paid money count, or sends it back. False: it is not the money we asked for. */
async function settle(deps: Deps, payment: Payment, said: ChannelOrder): Promise<boolean> {
  const gateway = gatewayOf(deps, payment.channel)
  if (!gateway || !isOurs(said, payment, gateway)) {
    await reportMismatch(deps, payment, said)
    return false
  }
  for (let round = 0; round < 5; round += 1) {
    const recorded = await inTransaction(deps.db, (tx) => recordPayment(tx, payment, said))
    if (recorded.kind === 'REFUNDING') await sendRefund(deps, recorded.refundNo)
    if (recorded.kind !== 'BLOCKED') return true
    await closeOrder(deps, recorded.inTheWay, 'REPLACED', 'system')
  }
  // a new order in the way each time: the channel says it again, or the next query does
  return refuse('common.busy')
}

/** For the staff's worklist: nobody can do anything about it here. */
export async function reportMismatch(deps: Deps, payment: Payment, said: ChannelOrder) {
  const { outTradeNo, orderNo, amountFen, channel } = payment
  const detail = {
    ours: amountFen,
    theirs: said.amountFen,
    merchant: said.merchant,
    transactionId: said.transactionId,
  }
  await inTransaction(deps.db, async (tx) => {
    await reportDifference(tx, {
      kind: 'NOTIFICATION',
      subject: outTradeNo,
      channel,
      orderNo,
      detail,
    })
    await audit(tx, {
      actor: 'system',
      action: 'payment.mismatched',
      subject: outTradeNo,
      detail: { orderNo, ...detail },
    })
  })
}

/**
 * Ends an open order, the channel first: if it turns out paid, it becomes paid instead. Afterwards the order is not
 * open any more; read it to learn which. @throws Refusal order.gatewayDown, then nothing has changed
 */
export async function closeOrder(
  deps: Deps,
  orderNo: string,
  reason: CloseReason,
  actor: string,
): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderNo)
  const said = payment && (await closeAtChannel(deps, payment))
  if (payment && said?.state === 'SUCCESS' && (await settle(deps, payment, said))) return
  await markClosed(deps, orderNo, reason, actor)
}

/** undefined: the channel is not configured any more, and the order has had its time. */
async function closeAtChannel(deps: Deps, payment: Payment): Promise<ChannelOrder | undefined> {
  const gateway = gatewayOf(deps, payment.channel)
  if (!gateway) {
    const order = await findOrder(deps.db, payment.orderNo)
    return order?.overdue ? undefined : refuse('order.gatewayDown')
  }
  const { outTradeNo } = payment
  const said = await asked(gateway.close(outTradeNo), `close ${outTradeNo}`)
  return said.state === 'NOTPAY' ? refuse('order.gatewayDown') : said
}

async function markClosed(
  deps: Deps,
  orderNo: string,
  reason: CloseReason,
  actor: string,
): Promise<void> {
  const order = await findOrder(deps.db, orderNo)
  if (order?.status !== 'PENDING') return
  await inTransaction(deps.db, async (tx) => {
    await lockSigns(tx, await listSignIds(tx, orderNo))
    const now = await lockOrder(tx, orderNo)
    if (now.status !== 'PENDING') return
    await closeOpenPayment(tx, orderNo)
    await setOrderClosed(tx, orderNo, reason)
    await audit(tx, { actor, action: 'order.closed', subject: orderNo, detail: { reason } })
  })
}
