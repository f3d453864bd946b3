import { recordChannelFailure, recordChannelSuccess } from '../channel-health.ts'
import { errorCodeOf } from '../error-code.ts'
import { channelSeconds } from './metrics.ts'
import { endSpan, startChildSpan } from './traces.ts'

type Outcome = 'done' | 'refused' | 'failed'

interface ChannelCall<Answer> {
  channel: string
  operation: string
  judge?(answer: Answer): { outcome: Outcome; code?: string }
  isRefusal?(error: unknown): boolean
}

/** Records each call, so that the console shows whether the channel works. */
export async function measureChannelCall<Answer>(
  { channel, operation, judge, isRefusal }: ChannelCall<Answer>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now()
  const span = startChildSpan(`${channel} ${operation}`, { 'portal.channel': channel })
  const end = (outcome: Outcome, code = 'UNKNOWN') => {
    channelSeconds.observe({ channel, operation, outcome }, (performance.now() - began) / 1000)
    if (outcome === 'failed') recordChannelFailure(channel, code)
    else recordChannelSuccess(channel)
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

/** An error message may quote what was sent, so only its code or kind is used. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return errorCodeOf(error.cause) ?? errorCodeOf(error) ?? error.name
}
