import { ChannelRefusal } from './channel-refusal.ts'
import type { Gateway } from './gateway.ts'

/** so many failures in a row, and a channel is taken for down */
const failuresToOpen = 5
/** it is left alone for so long, for twice as long after each probe that fails */
const firstPauseMs = 2000
const longestPauseMs = 60_000

/** A channel that is down is not asked: to whoever waits that is the same as no answer, only at once. */
export class ChannelPaused extends Error {
  constructor() {
    super('the channel is down, and is not asked for a moment')
  }
}

interface Circuit {
  through<Answer>(work: () => Promise<Answer>): Promise<Answer>
  /** whoever asked now would be refused */
  isPaused(): boolean
}

/**
 * Lets calls of one channel through while it answers. After failures in a row they are refused for a moment; then one of them is let
 * through as a probe, and the first answer of any heals it. What the channel itself refuses is an answer, unless it says that it is unable.
 */
export function circuit(now: () => number): Circuit {
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
      if (error instanceof ChannelRefusal && !error.unable) failures = 0
      // those that set out together with the last one of a row say nothing new
      else if (probe || !isOpen()) {
        failures += 1
        if (isOpen()) until = now() + pauseAfter(failures)
      }
      throw error
    } finally {
      if (probe) probing = false
    }
  }
  return { through, isPaused }
}

function pauseAfter(failures: number): number {
  const doubled = firstPauseMs * 2 ** Math.max(0, failures - failuresToOpen)
  return Math.min(longestPauseMs, doubled)
}

/**
 * The same channel, whose orders are placed through one circuit of this process, whichever way they are paid in. Questions, closings,
 * refunds and bills are not held back: each of them is asked seldom, and settles something.
 */
export function pausedWhileDown(
  gateway: Gateway,
  now: () => number = () => performance.now(),
): Gateway {
  const { through, isPaused } = circuit(now)
  const { create, createH5, jsapi } = gateway
  return {
    ...gateway,
    isPaused,
    create: (wish) => through(() => create(wish)),
    ...(createH5 ? { createH5: (wish) => through(() => createH5(wish)) } : {}),
    ...(jsapi ? { jsapi: { ...jsapi, create: (wish) => through(() => jsapi.create(wish)) } } : {}),
  }
}
