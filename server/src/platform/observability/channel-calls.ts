import { channelSeconds } from './metrics.ts'
import { childSpan, endSpan } from './traces.ts'

interface ChannelCall<Answer> {
  channel: string
  operation: string
  /** an answer that is not a success, as a channel that never throws tells it */
  outcomeOf?(answer: Answer): 'refused' | 'failed' | undefined
  isRefusal?(error: unknown): boolean
}

/** Times and traces a call to a payment or message channel. */
export async function measureChannelCall<Answer>(
  { channel, operation, outcomeOf, isRefusal }: ChannelCall<Answer>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now()
  const span = childSpan(`${channel} ${operation}`, { 'portal.channel': channel })
  const ended = (outcome: 'done' | 'refused' | 'failed') => {
    channelSeconds.observe({ channel, operation, outcome }, (performance.now() - began) / 1000)
    if (span) endSpan(span, outcome === 'failed')
  }
  try {
    const answer = await call()
    ended(outcomeOf?.(answer) ?? 'done')
    return answer
  } catch (error) {
    ended(isRefusal?.(error) ? 'refused' : 'failed')
    throw error
  }
}
