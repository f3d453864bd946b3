import { auditStaff } from '../../../platform/audit.ts'
import { type ChannelName, channelNames } from '../../../platform/channels/channel.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { countDeliveries, listDeliveryFailures, maxListedDeliveryDays, requeueDeliveries } from '../store/outbox.ts'
import { requireMessageChannel } from './outside.ts'

export async function deskDeliveryFigures({ db, channels }: Deps) {
  const [counted, failures] = await Promise.all([countDeliveries(db), listDeliveryFailures(db)])
  const configured = new Set(channels.map(({ name }) => name))
  const none = { waiting: 0, oldestAt: null, sent: 0, failed: 0, dropped: 0 }
  return {
    days: maxListedDeliveryDays,
    channels: channelNames.flatMap((channel) => {
      const found = counted.find((row) => row.channel === channel)
      const on = configured.has(channel)
      return on || found ? [{ ...none, ...found, channel, on }] : []
    }),
    failures: failures.map((row) => ({ ...row, channel: asChannel(row.channel) })),
  }
}

/** A check constraint of the column guarantees the type. */
function asChannel(channel: string): ChannelName {
  return channel as ChannelName
}

/** A repeated call sends nothing. @throws Refusal message.channelOff */
export async function retryFailedDeliveries(
  deps: Deps,
  staff: StaffAtWork,
  { channel, reason }: { channel: ChannelName; reason: string },
) {
  requireMessageChannel(deps, channel)
  return inTransaction(deps.db, async (tx) => {
    const count = await requeueDeliveries(tx, channel, reason)
    if (count > 0) await auditStaff(tx, staff, 'message.retried', channel, { reason, count })
    return { count }
  })
}
