import type { MessageChannel, SendOutcome } from '../../../platform/channels/channel.ts'
import { isNightHour, isQuietHour } from '../../../platform/channels/channel.ts'
import { isDatabaseUnavailable } from '../../../platform/db/connection-lost.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { continueForBudget, waitForAll } from '../../../platform/jobs/sweep.ts'
import { logFault, logWarning } from '../../../platform/observability/log.ts'
import { readAttachment } from '../../file/service/uploaded.ts'
import { composeEmail } from '../compose.ts'
import { reminderText } from '../reminder-text.ts'
import {
  claimNextDelivery,
  type DeliveryClaim,
  expireDeliveries,
  setDeliveryFailed,
  setDeliverySent,
} from '../store/outbox.ts'

type Sending = Pick<Deps, 'db' | 'files' | 'channels' | 'settings' | 'publicUrl'>

const lanes = 4

export async function sendDueDeliveries(deps: Sending, stopping?: AbortSignal): Promise<void> {
  await expireDeliveries(deps.db)
  const hasTime = continueForBudget(stopping)
  await waitForAll(deps.channels.map((channel) => sendBy(deps, channel, hasTime)))
}

async function sendBy(deps: Sending, channel: MessageChannel, hasTime: () => boolean): Promise<void> {
  const mostPerDay = await deps.settings.get('message.outsidePerDay')
  const lane = async () => {
    while (hasTime()) {
      const now = await appNow(deps.db)
      if (isQuietHour(channel, now) || !(await sendNext(deps, channel, { mostPerDay, now }))) return
    }
  }
  await waitForAll(Array.from({ length: lanes }, lane))
}

async function sendNext(
  deps: Sending,
  channel: MessageChannel,
  { mostPerDay, now }: { mostPerDay: number; now: Date },
): Promise<boolean> {
  const { db } = deps
  const claim = await inTransaction(db, (tx) =>
    claimNextDelivery(tx, channel.name, { mostPerDay, night: isNightHour(now) }),
  )
  if (claim === 'HELD' || claim === null) return claim !== null
  const outcome = await send(deps, channel, claim, now)
  await settle(db, channel, claim, outcome)
  return true
}

async function send(deps: Sending, channel: MessageChannel, claim: DeliveryClaim, now: Date): Promise<SendOutcome> {
  const { messageId, kind, to, fileId, reminder } = claim
  const attachment = channel.name === 'EMAIL' && fileId ? await readAttachment(deps, fileId).catch(problemOf) : null
  if (typeof attachment === 'string') return { state: 'LATER', reason: attachment }
  const { subject, text } = composeEmail(
    reminder ? { ...claim, ...reminderText(reminder, now) } : claim,
    deps.publicUrl(),
    attachment !== null,
  )
  const mail = { to, kind, subject, text, key: messageId }
  return channel.send(attachment ? { ...mail, attachment } : mail)
}

/** A file that cannot be read delays only its message. */
function problemOf(error: unknown): string {
  if (isDatabaseUnavailable(error)) throw error
  logFault('an attachment cannot be read', error)
  return 'ATTACHMENT_UNREADABLE'
}

async function settle(
  db: Deps['db'],
  { name }: MessageChannel,
  claim: DeliveryClaim,
  outcome: SendOutcome,
): Promise<void> {
  const { messageId, tries } = claim
  if (outcome.state === 'ACCEPTED') return setDeliverySent(db, messageId, name)
  const { state, reason } = outcome
  // Log the message id and the reason, but not the recipient.
  logWarning(`message ${messageId} by ${name}, try ${tries}: ${reason}`)
  await setDeliveryFailed(db, claim, name, { reason, forGood: state === 'REFUSED' })
}
