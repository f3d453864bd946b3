import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Gateway } from '../../../platform/payments/gateway.ts'
import { readRefundNo } from '../numbers.ts'
import { compareBill, insertBill, listDaysDue } from '../store/bills.ts'
import { checkMoney, claimHealable, type Difference, healDifference } from '../store/differences.ts'
import { findPayment } from '../store/payments.ts'
import { findRefund } from '../store/refunds.ts'
import { asked, gatewayOf, logChannel } from './channel.ts'
import { sendRefund } from './refund.ts'
import { applyChannel } from './settle.ts'

/**
 * A job: each day of each channel that is over is compared with our books once its bill can be had (product §4). What
 * differs is on the worklist, with the bill, from one transaction on; what asking the channel settles, settles itself.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const days = await deps.settings.get('order.billDays')
  const hour = await deps.settings.get('order.billHour')
  for (const gateway of deps.gateways.values())
    for (const day of await listDaysDue(deps.db, gateway.channel, { days, hour }))
      await compareDay(deps, gateway, day).catch((error) =>
        logChannel(`bill of ${day} from ${gateway.channel}`, error),
      )
  for (const difference of await claimHealable(deps.db, 100)) await heal(deps, difference)
}

async function compareDay(deps: Deps, gateway: Gateway, day: string): Promise<void> {
  const lines = await gateway.bill(day)
  if (!lines) return
  await inTransaction(deps.db, async (tx) => {
    if (await insertBill(tx, gateway.channel, day, lines))
      await compareBill(tx, gateway.channel, day)
  })
}

/** Asks the channel about something on the worklist and books what it says; agreed by then, it is off the list. */
export async function heal(deps: Deps, difference: Difference): Promise<void> {
  const { kind, subject, channel } = difference
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
    if (refund?.status === 'DONE') await healDifference(deps.db, { kind, subject })
  }
}

/** A job: once a night all money is checked against what must be true of it; faults go to the worklist. */
export async function checkAllMoney(deps: Deps): Promise<void> {
  const hour = await deps.settings.get('order.checkHour')
  const faults = await inTransaction(deps.db, (tx) => checkMoney(tx, hour))
  if (faults) console.error(`the check of all money found ${faults} faults: see the finance desk`)
}
