import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { shanghaiTime } from '../../../platform/shanghai-day.ts'
import { listOtherDays, listTimesInBill } from '../store/bills.ts'
import { healDifference } from '../store/differences.ts'
import { lockOrder } from '../store/orders.ts'
import { lockPayment, setPaidTime } from '../store/payments.ts'
import { setReturnedTime } from '../store/refunds.ts'

/**
 * The bill has the last word on the day of money: what we booked on another one – the channel had said no time, or one that could not
 * be – moves to the bill's day, order by order under its lock. Times that were told as wrong are settled with it.
 */
export async function bookOnBillDay(tx: Tx, channel: string, day: string): Promise<void> {
  for (const moved of await listOtherDays(tx, channel, day)) {
    const { kind, number, outTradeNo, orderNo, at } = moved
    await lockOrder(tx, orderNo)
    await lockPayment(tx, outTradeNo)
    if (kind === 'PAYMENT') await setPaidTime(tx, { outTradeNo, orderNo }, at)
    else await setReturnedTime(tx, number, at)
    const detail = { number, billDay: day, bookedTime: shanghaiTime(at) }
    await audit(tx, {
      actor: 'system',
      action: 'finance.bookedOnBillDay',
      subject: orderNo,
      detail,
    })
  }
  for (const subject of await listTimesInBill(tx, channel, day))
    await healDifference(tx, { kind: 'CHANNEL_TIME', subject })
}
