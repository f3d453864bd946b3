import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { lockSigns } from '../../../learning/sign/service.ts'
import { listSignIdsOfOrder, lockOrder, type Order } from '../store/orders.ts'
import {
  claimPaymentForPayer,
  countPayments,
  findOpenPayment,
  isPaymentAddressValid,
  type Payment,
  type PaymentKind,
  setNextPaymentKind,
} from '../store/payments.ts'
import { replacePayment } from './apply-payment.ts'
import { hasBrowserPayment, isPaymentOpenOfKind, openPaymentAddress, type PaymentWay } from './channel.ts'
import { requireOwnOrder } from './own-order.ts'

type Request = z.output<(typeof clientCalls)['order']['openPayment']['request']>

/** Channels refuse orders that expire sooner than this. */
export const minChannelOrderMs = 60_000
const mostPayments = 20

/**
 * Closes another open payment first; if that one is already paid, it pays the order (decision 025). A repeat gets the
 * same address; of simultaneous requests the last one counts.
 */
export async function openPayment(deps: Deps, student: StudentActor, { orderNo, kind }: Request, payerIp: string) {
  const placed = await requireOwnOrder(deps.db, student, orderNo)
  if (kind === 'H5' && !hasBrowserPayment(deps, placed.payType)) refuse('order.payTypeUnavailable')
  const way: PaymentWay = kind === 'H5' ? { kind, payerIp } : { kind }
  return { kind, ...(await openOrderPayment(deps, student, placed, way)) }
}

/**
 * Returns null when the order is not payable. @throws Refusal order.openedElsewhere after a later request for another
 * kind of payment.
 */
export async function openOrderPayment(deps: Deps, student: StudentActor, placed: Order, way: PaymentWay) {
  const { orderNo } = placed
  const address = placed.status === 'PENDING' ? await addressOf(deps, placed, way) : null
  const { status, expireAt } = await requireOwnOrder(deps.db, student, orderNo)
  if (status !== 'PENDING') return { orderNo, status, address: null, expireAt }
  return { orderNo, status, address: address ?? refuse('order.openedElsewhere'), expireAt }
}

/** Returns null when the order is not payable or waits for another kind of payment. */
async function addressOf(deps: Deps, order: Order, way: PaymentWay): Promise<string | null> {
  // Store only a MAC of the payer, which is enough to tell payers apart.
  const payerKey = way.kind === 'JSAPI' ? deps.keys.mac('wechat-payer', way.payer) : null
  const wanted = { kind: way.kind, payerKey }
  const look = (wish: boolean) => inTransaction(deps.db, (tx) => lookAt(tx, order.orderNo, { ...wanted, wish }))
  let found = await look(true)
  if (found && !found.stands) {
    await replacePayment(deps, found.payment)
    /**
     * Replace a payment only once per request, otherwise two simultaneous requests could replace each other's payment
     * for ever.
     */
    found = await look(false)
  }
  return found?.stands ? openPaymentAddress(deps, order, way, found.payment.outTradeNo) : null
}

interface Wanted {
  kind: PaymentKind
  payerKey: string | null
}

/**
 * Finds the open payment and whether it fits this request (`stands`). With `wish` it also records which kind is to
 * replace the payment, because browser addresses expire and WeChat payments belong to one payer.
 */
async function lookAt(
  tx: Tx,
  orderNo: string,
  { wish, ...wanted }: Wanted & { wish: boolean },
): Promise<{ payment: Payment; stands: boolean } | null> {
  await lockSigns(tx, await listSignIdsOfOrder(tx, orderNo))
  const order = await lockOrder(tx, orderNo)
  const payment = order.status === 'PENDING' && (await findOpenPayment(tx, orderNo))
  if (!payment) return null
  if (await standsFor(tx, payment, wanted)) return { payment, stands: true }
  if (wish) {
    if (order.expireAt.getTime() - order.readAt.getTime() < minChannelOrderMs) refuse('order.endsSoon')
    await requirePaymentAttemptsLeft(tx, orderNo)
    await setNextPaymentKind(tx, payment.outTradeNo, wanted.kind)
  }
  return { payment, stands: false }
}

/** @throws Refusal order.switchedTooOften when the order already has the highest number of payments. */
export async function requirePaymentAttemptsLeft(tx: Tx, orderNo: string): Promise<void> {
  if ((await countPayments(tx, orderNo)) >= mostPayments) refuse('order.switchedTooOften')
}

async function standsFor(tx: Tx, payment: Payment, { kind, payerKey }: Wanted): Promise<boolean> {
  if (!isPaymentOpenOfKind(payment, kind) || !(await isPaymentAddressValid(tx, payment))) return false
  return payerKey === null || claimPaymentForPayer(tx, payment.outTradeNo, payerKey)
}
