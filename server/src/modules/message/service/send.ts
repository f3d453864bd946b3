import type { Deps } from '../../../platform/deps.ts'
import type { MessageChannel } from '../../../platform/message-channel.ts'
import { claimDelivery, listUnsent, setSent } from '../store.ts'

/** A job: what the channels that are configured have still to send; with none of them, nothing. */
export async function sendOutside({ db, channels }: Pick<Deps, 'db' | 'channels'>): Promise<void> {
  for (const channel of channels) await sendBy(db, channel)
}

async function sendBy(db: Deps['db'], channel: MessageChannel): Promise<void> {
  for (const { id, title, body, phone, email } of await listUnsent(db, channel.name, 200)) {
    if (!(await claimDelivery(db, id, channel.name))) continue
    const sent = await channel.send({ phone, email }, { title, body }).catch((error: unknown) => {
      console.error(`message ${id} by ${channel.name}: ${error}`)
      return false
    })
    if (sent) await setSent(db, id, channel.name)
  }
}
