import type { Tx } from '../../../platform/db/database.ts'
import { appNow } from '../../../platform/db/database.ts'
import { shanghaiTime } from '../../../platform/shanghai-day.ts'
import { moneyTime } from '../channel-time.ts'
import { findBilledAt } from '../store/cases.ts'
import { reportDifference } from '../store/differences.ts'

/**
 * When the channel moved money, to be booked: as it says, or – when that cannot be – as its bill says, or as near to it as it can be, and
 * the worklist says what was said and what is booked instead.
 */
export async function bookedTime(
  tx: Tx,
  said: Date | null | undefined,
  about: {
    kind: 'PAYMENT' | 'REFUND'
    /** of the payment, or of the refund */
    subject: string
    /** by which the channel knows it */
    number: string
    channel: string
    orderNo: string
    /** when it was asked for */
    from: Date
  },
): Promise<Date> {
  const { from, subject, orderNo, ...billed } = about
  const now = await appNow(tx)
  const { at, absurd } = moneyTime(said, { from, now })
  if (!absurd) return at
  const ofBill = await findBilledAt(tx, billed)
  const booked = ofBill ? moneyTime(ofBill, { from, now }).at : at
  const detail = { channelTime: shanghaiTime(absurd), bookedTime: shanghaiTime(booked) }
  const { channel } = billed
  await reportDifference(tx, { kind: 'CHANNEL_TIME', subject, channel, orderNo, detail })
  return booked
}
