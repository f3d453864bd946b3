/** A message on its way out of the portal. */
export interface Outgoing {
  /** an e-mail address, or the number of a mobile phone */
  to: string
  /** what it is about: an SMS says no more */
  kind: string
  subject: string
  text: string
  /** a file that goes with it; an SMS has none */
  attachment?: { name: string; mime: string; content: Buffer }
  /** the same for every try of one message: a gateway that knows it sends it once */
  key: string
}

/**
 * What became of a try. REFUSED: this message will never be taken · LATER: it may be, another time. The reason is a code of the gateway's: no
 * address, no text.
 */
export type Outcome =
  | { state: 'ACCEPTED' }
  | { state: 'REFUSED'; reason: string }
  | { state: 'LATER'; reason: string }

export const channelNames = ['EMAIL', 'SMS'] as const
export type ChannelName = (typeof channelNames)[number]

/** A way out of the portal; there is none that is not configured (docs/messages.md). */
export interface MessageChannel {
  name: ChannelName
  /** hours of the day in Shanghai in which nobody is disturbed: from the first to the second */
  quiet: readonly [from: number, until: number] | null
  /** Never throws; takes less than half a minute. */
  send(message: Outgoing): Promise<Outcome>
}

/** Shanghai is eight hours ahead, all year. */
export function shanghaiHour(at: Date): number {
  return (at.getUTCHours() + 8) % 24
}

/** The hours in which nobody is disturbed by what can wait. */
export const nightHours = [22, 8] as const

export function isNight(at: Date): boolean {
  return isQuiet({ quiet: nightHours }, at)
}

/** Whether a channel is silent at this moment. */
export function isQuiet({ quiet }: Pick<MessageChannel, 'quiet'>, at: Date): boolean {
  if (!quiet) return false
  const [from, until] = quiet
  const hour = shanghaiHour(at)
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}
