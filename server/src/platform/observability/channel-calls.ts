import { noteFailure, noteSuccess } from '../channel-health.ts'
import { errorCode } from '../error-code.ts'
import { channelSeconds } from './metrics.ts'
import { childSpan, endSpan } from './traces.ts'

type Outcome = 'done' | 'refused' | 'failed'

interface ChannelCall<Answer> {
  channel: string
  operation: string
  /** of a channel that never throws: what its answer means, and the code of a failure */
  judge?(answer: Answer): { outcome: Outcome; code?: string }
  /** of a channel that throws: it works, and says no */
  isRefusal?(error: unknown): boolean
}

/** Times and traces a call to a payment or message channel, and keeps whether the channel works for the console's page. */
export async function measureChannelCall<Answer>(
  { channel, operation, judge, isRefusal }: ChannelCall<Answer>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now()
  const span = childSpan(`${channel} ${operation}`, { 'portal.channel': channel })
  const end = (outcome: Outcome, code = 'UNKNOWN') => {
    channelSeconds.observe({ channel, operation, outcome }, (performance.now() - began) / 1000)
    if (outcome === 'failed') noteFailure(channel, code)
    else noteSuccess(channel)
    if (span) endSpan(span, outcome === 'failed')
  }
  try {
    const answer = await call()
    const { outcome, code } = judge?.(answer) ?? { outcome: 'done' }
    end(outcome, code)
    return answer
  } catch (error) {
    end(isRefusal?.(error) ? 'refused' : 'failed', codeOf(error))
    throw error
  }
}

/** A code or a kind of error, never its words: they may quote what was sent. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return errorCode(error.cause) ?? errorCode(error) ?? error.name
}
