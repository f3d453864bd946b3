import { retryWaitMs } from '@ce/contract/retry-wait'

const failuresToOpen = 5

/** Thrown without calling the channel. Callers treat it like a missing response. */
export class ChannelPaused extends Error {
  readonly code = 'PAUSED'
  constructor() {
    super('the channel is down, and is not asked for a moment')
  }
}

interface Circuit {
  through<Answer>(work: () => Promise<Answer>): Promise<Answer>
  isPaused(): boolean
}

interface CircuitRules {
  pauses: { firstMs: number; longestMs: number }
  /** Whether an error shows that the channel answered. */
  isAnswer(error: unknown): boolean
}

/** After several failures it refuses calls for a while, then lets one probe through. */
export function createCircuit(now: () => number, { pauses, isAnswer }: CircuitRules): Circuit {
  let failures = 0
  let until = 0
  let probing = false
  const isOpen = () => failures >= failuresToOpen
  const isPaused = () => isOpen() && (probing || now() < until)
  const through: Circuit['through'] = async (work) => {
    if (isPaused()) throw new ChannelPaused()
    const probe = isOpen()
    probing = probing || probe
    try {
      const answer = await work()
      failures = 0
      return answer
    } catch (error) {
      if (isAnswer(error)) failures = 0
      // Calls that started together count as one failure.
      else if (probe || !isOpen()) {
        failures += 1
        if (isOpen()) until = now() + retryWaitMs(failures - failuresToOpen + 1, pauses)
      }
      throw error
    } finally {
      if (probe) probing = false
    }
  }
  return { through, isPaused }
}
