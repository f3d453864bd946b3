import type { Tx } from '../../../platform/db/database.ts'
import { appNow } from '../../../platform/db/database.ts'
import { shanghaiTime } from '../../../platform/shanghai-day.ts'
import { moneyTime } from '../channel-time.ts'
import { reportDifference } from '../store/differences.ts'

/**
 * When the channel moved money, to be booked: as it says, or – when that cannot be – as near to it as it can be, and the worklist says what
 * was said and what is booked instead.
 */
export async function bookedTime(
  tx: Tx,
  said: Date | null | undefined,
  about: {
    /** of the payment, or of the refund */
    subject: string
    channel: string
    orderNo: string
    /** when it was asked for */
    from: Date
  },
): Promise<Date> {
  const { from, ...where } = about
  const { at, absurd } = moneyTime(said, { from, now: await appNow(tx) })
  if (!absurd) return at
  const detail = { channelTime: shanghaiTime(absurd), bookedTime: shanghaiTime(at) }
  await reportDifference(tx, { kind: 'CHANNEL_TIME', ...where, detail })
  return at
}
