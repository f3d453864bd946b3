import type { MessageChannel, Outcome } from '../../../platform/channels/channel.ts'
import { isNight, isQuiet } from '../../../platform/channels/channel.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { logWarning } from '../../../platform/observability/log.ts'
import { readAttachment } from '../../file/service.ts'
import { composeEmail } from '../compose.ts'
import { reminderText } from '../reminder-text.ts'
import { type Claim, claimNext, giveUpOld, setMissed, setSent } from '../store/outbox.ts'

type Sending = Pick<Deps, 'db' | 'files' | 'channels' | 'settings' | 'publicUrl'>

/** a job has a minute; what is left goes on with the next */
const budgetMs = 25_000
/** tries of one channel at a time */
const lanes = 4

/** A job: what the channels that are configured have to send; with none of them, nothing. */
export async function sendOutside(deps: Sending): Promise<void> {
  await giveUpOld(deps.db)
  await Promise.all(deps.channels.map((channel) => sendBy(deps, channel)))
}

async function sendBy(deps: Sending, channel: MessageChannel): Promise<void> {
  const until = performance.now() + budgetMs
  const mostPerDay = await deps.settings.get('message.outsidePerDay')
  const lane = async () => {
    while (performance.now() < until) {
      const now = await appNow(deps.db)
      if (isQuiet(channel, now) || !(await sendNext(deps, channel, { mostPerDay, now }))) return
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** @returns false: nothing is due */
async function sendNext(
  deps: Sending,
  channel: MessageChannel,
  { mostPerDay, now }: { mostPerDay: number; now: Date },
): Promise<boolean> {
  const { db } = deps
  const claim = await inTransaction(db, (tx) =>
    claimNext(tx, channel.name, { mostPerDay, night: isNight(now) }),
  )
  if (claim === 'HELD' || claim === null) return claim !== null
  const { messageId, kind, to, fileId, reminder } = claim
  const attachment = channel.name === 'EMAIL' && fileId ? await readAttachment(deps, fileId) : null
  const { subject, text } = composeEmail(
    reminder ? { ...claim, ...reminderText(reminder, now) } : claim,
    deps.publicUrl(),
    attachment !== null,
  )
  const mail = { to, kind, subject, text, key: messageId }
  const outcome = await channel.send(attachment ? { ...mail, attachment } : mail)
  await settle(db, channel, claim, outcome)
  return true
}

async function settle(
  db: Deps['db'],
  { name }: MessageChannel,
  claim: Claim,
  outcome: Outcome,
): Promise<void> {
  const { messageId, tries } = claim
  if (outcome.state === 'ACCEPTED') return setSent(db, messageId, name)
  const { state, reason } = outcome
  // whose it is, and where to, is in no log
  logWarning(`message ${messageId} by ${name}, try ${tries}: ${reason}`)
  await setMissed(db, claim, name, { reason, forGood: state === 'REFUSED' })
}
