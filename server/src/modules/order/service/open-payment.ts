import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { lockSigns } from '../../sign/service.ts'
import { listSignIds, lockOrder, type Order } from '../store/orders.ts'
import {
  claimForPayer,
  countPayments,
  findOpenPayment,
  isFresh,
  type PayKind,
  type Payment,
  setNextKind,
} from '../store/payments.ts'
import { isOpenAs, offersH5, openAddress, type PayWay } from './channel.ts'
import { requireOwnOrder } from './own-order.ts'
import { replacePayment } from './settle.ts'

type Request = z.output<(typeof clientCalls)['order']['openPayment']['request']>

/** a channel takes no order that ends sooner */
export const shortestLifeMs = 60_000
const mostPayments = 20

/**
 * Where one's unpaid order is paid in the wished way (decision 025). At most one payment is open at the channel: another
 * one is closed there first, and if it turns out paid the order is paid by it. A repeat gets the same address; of
 * several ways asked for at once the last one stands.
 */
export async function openPayment(
  deps: Deps,
  student: StudentActor,
  { orderNo, kind }: Request,
  payerIp: string,
) {
  const placed = await requireOwnOrder(deps.db, student, orderNo)
  if (kind === 'H5' && !offersH5(deps, placed.payType)) refuse('order.payTypeUnavailable')
  const way: PayWay = kind === 'H5' ? { kind, payerIp } : { kind }
  return { kind, ...(await openAs(deps, student, placed, way)) }
}

/**
 * The address of one's order in a way that is offered; null: it is not to be paid any more.
 * @throws Refusal order.openedElsewhere when another way was asked for after this one
 */
export async function openAs(deps: Deps, student: StudentActor, placed: Order, way: PayWay) {
  const { orderNo } = placed
  const address = placed.status === 'PENDING' ? await addressOf(deps, placed, way) : null
  // the channel took its time: paid or closed meanwhile?
  const { status, expireAt } = await requireOwnOrder(deps.db, student, orderNo)
  if (status !== 'PENDING') return { orderNo, status, address: null, expireAt }
  return { orderNo, status, address: address ?? refuse('order.openedElsewhere'), expireAt }
}

/** Null: the order is not to be paid any more, or waits for another way, which was asked for later. */
async function addressOf(deps: Deps, order: Order, way: PayWay): Promise<string | null> {
  // of a payer no more is kept than tells them from another
  const payerKey = way.kind === 'JSAPI' ? deps.keys.mac('wechat-payer', way.payer) : null
  const wanted = { kind: way.kind, payerKey }
  const look = (wish: boolean) =>
    inTransaction(deps.db, (tx) => lookAt(tx, order.orderNo, { ...wanted, wish }))
  let found = await look(true)
  if (found && !found.stands) {
    await replacePayment(deps, found.payment)
    // a request wishes once: two that asked at once would go on replacing what the other one opened
    found = await look(false)
  }
  return found?.stands ? openAddress(deps, order, way, found.payment.outTradeNo) : null
}

interface Wanted {
  kind: PayKind
  /** inside WeChat: for whom */
  payerKey: string | null
}

/**
 * The payment the order waits for, and whether it stands for who asks; null: it waits for none. With `wish` what shall
 * take the place of one that does not is written down, over what somebody else asked for just before.
 * An address for a browser soon leads nowhere, so an old one is replaced by its like; so is what
 * inside WeChat was placed for another payer.
 */
async function lookAt(
  tx: Tx,
  orderNo: string,
  { wish, ...wanted }: Wanted & { wish: boolean },
): Promise<{ payment: Payment; stands: boolean } | null> {
  await lockSigns(tx, await listSignIds(tx, orderNo))
  const order = await lockOrder(tx, orderNo)
  const payment = order.status === 'PENDING' && (await findOpenPayment(tx, orderNo))
  if (!payment) return null
  if (await standsFor(tx, payment, wanted)) return { payment, stands: true }
  if (wish) {
    if (order.expireAt.getTime() - order.readAt.getTime() < shortestLifeMs) refuse('order.endsSoon')
    await requireRoom(tx, orderNo)
    await setNextKind(tx, payment.outTradeNo, wanted.kind)
  }
  return { payment, stands: false }
}

/** For one more payment of an order. @throws Refusal order.switchedTooOften: whoever tries it oftener cancels and orders anew */
export async function requireRoom(tx: Tx, orderNo: string): Promise<void> {
  if ((await countPayments(tx, orderNo)) >= mostPayments) refuse('order.switchedTooOften')
}

async function standsFor(tx: Tx, payment: Payment, { kind, payerKey }: Wanted): Promise<boolean> {
  if (!isOpenAs(payment, kind) || !(await isFresh(tx, payment))) return false
  return payerKey === null || claimForPayer(tx, payment.outTradeNo, payerKey)
}
