import { payType } from '@ce/contract'
import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { logFault, logWarning } from '../../../platform/observability/log.ts'
import { BillFault } from '../../../platform/payments/bill-fault.ts'
import { isChannelNumber } from '../../../platform/payments/channel-number.ts'
import type { ChannelBill, Gateway } from '../../../platform/payments/gateway.ts'
import { readRefundNo } from '../numbers.ts'
import {
  type BillTry,
  compareBill,
  dayOf,
  emptyBill,
  insertBill,
  keepBillTry,
  listBookedDays,
  listMissingDays,
  type MissingDay,
  weighEmptyBill,
} from '../store/bills.ts'
import {
  checkMoney,
  claimHealable,
  type Difference,
  healDifference,
  isWholeDay,
} from '../store/differences.ts'
import { findOurs, findPayment } from '../store/payments.ts'
import { findRefund } from '../store/refunds.ts'
import { bookOnBillDay } from './bill-day.ts'
import { budgetOf } from './budget.ts'
import { asked, gatewayOf, logChannel } from './channel.ts'
import { reportTwice, sendRefund } from './refund.ts'
import { applyChannel } from './settle.ts'

/**
 * A job: each day of each channel that is over is compared with our books once its bill can be had (product §4). What
 * differs is on the worklist, with the bill, from one transaction on; what asking the channel settles, settles itself.
 */
export async function reconcile(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const hasTime = budgetOf(stopping)
  for (const gateway of deps.gateways.values())
    for (const { day, nextAt } of await missingDaysOf(deps, gateway.channel)) {
      if (!hasTime()) return
      if (!nextAt) await compareDay(deps, gateway, day)
    }
  // one that fails waits for its next hour, and holds up no other
  for (let asked = 0; asked < 100 && hasTime(); asked += 1) {
    const difference = await claimHealable(deps.db)
    if (!difference) return
    await heal(deps, difference).catch((error) => {
      if (!(error instanceof Refusal)) logFault(`difference ${difference.subject}`, error)
    })
  }
}

async function missingDaysOf(deps: Deps, channel: string): Promise<MissingDay[]> {
  const days = await deps.settings.get('order.billDays')
  const hour = await deps.settings.get('order.billHour')
  return listMissingDays(deps.db, channel, { days, hour })
}

interface MissingBill extends Pick<MissingDay, 'day' | 'nextAt'> {
  channel: string
  why: BillTry | 'NOT_DUE' | 'NOT_TRIED' | 'NO_CHANNEL'
}

/**
 * The days whose bills are not there, the newest first: why, and when they are asked for next. Of a channel that is not configured any
 * more those on which our books have anything of it.
 */
export async function missingBills(deps: Deps): Promise<MissingBill[]> {
  const found: MissingBill[] = []
  for (const { channel } of deps.gateways.values())
    for (const { day, nextAt, due, why } of await missingDaysOf(deps, channel))
      found.push({ channel, day, nextAt, why: due ? (why ?? 'NOT_TRIED') : 'NOT_DUE' })
  for (const channel of payType.options.filter((type) => !gatewayOf(deps, type))) {
    const days = await missingDaysOf(deps, channel)
    if (!days[0]) continue
    const booked = await listBookedDays(deps.db, channel, days[0].day)
    for (const { day } of days)
      if (booked.has(day)) found.push({ channel, day, nextAt: null, why: 'NO_CHANNEL' })
  }
  return found.sort((a, b) => b.day.localeCompare(a.day))
}

/** One that is late or cannot be had is tried again, and the desk sees why it is missing. */
async function compareDay(deps: Deps, gateway: Gateway, day: string): Promise<void> {
  const { channel } = gateway
  try {
    const bill = await gateway.bill(day, (numbers) =>
      // what another till calls a number may be any text
      findOurs(deps.db, channel, numbers.filter(isChannelNumber)),
    )
    if (bill) await inTransaction(deps.db, (tx) => takeBill(tx, channel, day, bill))
    else await inTransaction(deps.db, (tx) => noteMissing(tx, channel, day, 'NOT_MADE'))
  } catch (error) {
    logChannel(`bill of ${day} from ${channel}`, error)
    const why = error instanceof BillFault ? error.kind : 'FAILED'
    await inTransaction(deps.db, (tx) => noteMissing(tx, channel, day, why))
  }
}

/** Why a day has no bill is kept; a new reason is written down, once. */
async function noteMissing(
  tx: Tx,
  channel: string,
  day: string,
  why: Exclude<BillTry, 'EMPTY'>,
): Promise<void> {
  if (!(await keepBillTry(tx, channel, day, why))) return
  const subject = dayOf(channel, day)
  await audit(tx, { actor: 'system', action: 'finance.billMissing', subject, detail: { why } })
}

/**
 * A bill without a line for a day on which we took money is no bill yet, whatever the channel says: the day stays due, for a bill that
 * comes late is compared then. Ended by hand, it is taken for what it is, and its payments are not told of one by one.
 */
async function takeBill(tx: Tx, channel: string, day: string, bill: ChannelBill): Promise<void> {
  const weight = bill.lines.length > 0 ? 'AGREES' : await weighEmptyBill(tx, channel, day)
  if (weight === 'DOUBTED') {
    // news of it is the difference
    await keepBillTry(tx, channel, day, 'EMPTY')
    return
  }
  if (!(await insertBill(tx, channel, day, bill)) || weight === 'CONFIRMED') return
  await bookOnBillDay(tx, channel, day)
  await compareBill(tx, channel, day)
  await healDifference(tx, emptyBill(channel, day))
}

/** Asks the channel about something on the worklist and books what it says; agreed by then, it is off the list. */
export async function heal(deps: Deps, difference: Difference): Promise<void> {
  const { kind, subject, channel } = difference
  if (isWholeDay(difference)) {
    const gateway = gatewayOf(deps, channel ?? '')
    if (gateway) await compareDay(deps, gateway, difference.day)
  }
  if (kind === 'NOT_BOOKED') {
    const payment = await findPayment(deps.db, subject)
    const gateway = payment && gatewayOf(deps, payment.channel)
    if (!payment || !gateway || payment.channel !== channel) return
    const said = await asked(gateway.query(subject), `query ${subject}`).catch(() => null)
    if (said) await applyChannel(deps, payment, said)
    const { status } = (await findPayment(deps.db, subject)) ?? payment
    if (status !== 'CREATED' && status !== 'CLOSED')
      await healDifference(deps.db, { kind, subject })
  }
  if (kind === 'REFUND_NOT_BOOKED') {
    const { refundNo } = readRefundNo(subject)
    await sendRefund(deps, refundNo)
    const refund = await findRefund(deps.db, refundNo)
    if (refund?.status !== 'DONE') return
    // given back otherwise, and by the channel's bill too: somebody has to look
    await reportTwice(deps.db, refund, null)
    await healDifference(deps.db, { kind, subject })
  }
}

/** A job: once a night all money is checked against what must be true of it; faults go to the worklist. */
export async function checkAllMoney(deps: Deps): Promise<void> {
  const hour = await deps.settings.get('order.checkHour')
  const faults = await inTransaction(deps.db, (tx) => checkMoney(tx, hour))
  if (faults) logWarning(`the check of all money found ${faults} faults: see the finance desk`)
}
