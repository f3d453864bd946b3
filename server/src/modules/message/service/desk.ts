import { auditStaff } from '../../../platform/audit.ts'
import { type ChannelName, channelNames } from '../../../platform/channels/channel.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { countDeliveries, deskDays, listFailures, requeue } from '../store/desk.ts'
import { requireChannel } from './outside.ts'

/** What became of messages by e-mail and SMS; of a channel that is neither configured nor used, nothing. */
export async function deliveryFigures({ db, channels }: Deps) {
  const [counted, failures] = await Promise.all([countDeliveries(db), listFailures(db)])
  const configured = new Set(channels.map(({ name }) => name))
  const none = { waiting: 0, oldestAt: null, sent: 0, failed: 0, dropped: 0 }
  return {
    days: deskDays,
    channels: channelNames.flatMap((channel) => {
      const found = counted.find((row) => row.channel === channel)
      const on = configured.has(channel)
      return on || found ? [{ ...none, ...found, channel, on }] : []
    }),
    failures: failures.map((row) => ({ ...row, channel: asChannel(row.channel) })),
  }
}

/** The column's check. */
function asChannel(channel: string): ChannelName {
  return channel as ChannelName
}

/** Sends again what failed for one reason; a second press finds nothing left. @throws Refusal message.channelOff */
export async function retryFailed(
  deps: Deps,
  staff: StaffAtWork,
  { channel, reason }: { channel: ChannelName; reason: string },
) {
  requireChannel(deps, channel)
  return inTransaction(deps.db, async (tx) => {
    const count = await requeue(tx, channel, reason)
    if (count > 0) await auditStaff(tx, staff, 'message.retried', channel, { reason, count })
    return { count }
  })
}
