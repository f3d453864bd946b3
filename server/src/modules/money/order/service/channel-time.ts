import { audit } from '../../../../platform/audit.ts'
import { appNow, type Tx } from '../../../../platform/db/database.ts'
import { shanghaiTime } from '../../../../platform/shanghai-day.ts'
import { limitReportedMoneyTime } from '../channel-time.ts'
import { listMisdatedMoney, listNumbersWithBillTime } from '../store/bills.ts'
import { findBillTime } from '../store/cases.ts'
import { closeAgreedDifference, reportDifference } from '../store/differences.ts'
import { lockOrder } from '../store/orders.ts'
import { lockPayment, setPaymentPaidAt } from '../store/payments.ts'
import { setRefundDoneTime } from '../store/refunds.ts'

/**
 * Returns the time that the channel reports. An impossible time is replaced by that of the bill or the nearest possible
 * time, and listed as a case.
 */
export async function recordMoneyTime(
  tx: Tx,
  said: Date | null | undefined,
  about: {
    kind: 'PAYMENT' | 'REFUND'
    subject: string
    number: string
    channel: string
    orderNo: string
    from: Date
  },
): Promise<Date> {
  const { from, subject, orderNo, ...billed } = about
  const now = await appNow(tx)
  const { at, absurd } = limitReportedMoneyTime(said, { from, now })
  if (!absurd) return at
  const ofBill = await findBillTime(tx, billed)
  const booked = ofBill ? limitReportedMoneyTime(ofBill, { from, now }).at : at
  const detail = { channelTime: shanghaiTime(absurd), bookedTime: shanghaiTime(booked) }
  const { channel } = billed
  await reportDifference(tx, { kind: 'CHANNEL_TIME', subject, channel, orderNo, detail })
  return booked
}

/** Payments recorded on another day than in the bill move to the day of the bill. Closes cases of impossible times. */
export async function moveMoneyToBillDay(tx: Tx, channel: string, day: string): Promise<void> {
  for (const moved of await listMisdatedMoney(tx, channel, day)) {
    const { kind, number, outTradeNo, orderNo, at } = moved
    await lockOrder(tx, orderNo)
    await lockPayment(tx, outTradeNo)
    if (kind === 'PAYMENT') await setPaymentPaidAt(tx, { outTradeNo, orderNo }, at)
    else await setRefundDoneTime(tx, number, at)
    const detail = { number, billDay: day, bookedTime: shanghaiTime(at) }
    await audit(tx, {
      actor: 'system',
      action: 'finance.bookedOnBillDay',
      subject: orderNo,
      detail,
    })
  }
  for (const subject of await listNumbersWithBillTime(tx, channel, day))
    await closeAgreedDifference(tx, { kind: 'CHANNEL_TIME', subject })
}
