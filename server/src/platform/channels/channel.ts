import { measureChannelCall } from '../observability/channel-calls.ts'

export interface OutgoingMessage {
  to: string
  /** The kind of message is all that an SMS shows. */
  kind: string
  subject: string
  text: string
  attachment?: { name: string; mime: string; content: Buffer }
  /** The key is equal for all tries of a message, so that a gateway can recognize repeats. */
  key: string
}

/** REFUSED is final; LATER may be retried. The reason contains no address and no text. */
export type SendOutcome =
  | { state: 'ACCEPTED' }
  | { state: 'REFUSED'; reason: string }
  | { state: 'LATER'; reason: string }

export const channelNames = ['EMAIL', 'SMS'] as const

export type ChannelName = (typeof channelNames)[number]

/** A configured channel (docs/messages.md). */
export interface MessageChannel {
  name: ChannelName
  /** Hours of the day in Shanghai in which the channel sends nothing. */
  quiet: readonly [from: number, until: number] | null
  /** `send` never throws, and takes less than half a minute. */
  send(message: OutgoingMessage): Promise<SendOutcome>
}

export function shanghaiHourOf(at: Date): number {
  return (at.getUTCHours() + 8) % 24
}

export const nightHours = [22, 8] as const

export function isNightHour(at: Date): boolean {
  return isQuietHour({ quiet: nightHours }, at)
}

export function isQuietHour({ quiet }: Pick<MessageChannel, 'quiet'>, at: Date): boolean {
  if (!quiet) return false
  const [from, until] = quiet
  const hour = shanghaiHourOf(at)
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

export function instrumentChannel(channel: MessageChannel): MessageChannel {
  const call = { channel: channel.name, operation: 'send', judge }
  return {
    ...channel,
    send: (message) => measureChannelCall(call, () => channel.send(message)),
  }
}

function judge(answer: SendOutcome) {
  if (answer.state === 'ACCEPTED') return { outcome: 'done' as const }
  if (answer.state === 'REFUSED') return { outcome: 'refused' as const }
  return { outcome: 'failed' as const, code: answer.reason }
}
