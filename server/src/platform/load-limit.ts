import { employerBase, staffBase } from '@ce/contract'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** Mean delay of the event loop over a second, in milliseconds, from which on calls are refused. */
const deskDelayMs = 1_000
const learnerDelayMs = 3_000

/** when a refused call may be made again */
export const retrySeconds = 5

/**
 * Refuses calls with 503 while the event loop is late: those of desks first, learners' when they take longer than people wait. Never
 * pages and their assets, which are of no use by halves, nor health checks. What a lesson or an exam sends all the time is answered
 * before this (hot-calls.ts): it costs least and matters most.
 */
export async function registerLoadLimit(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: deskDelayMs,
    pressureHandler: async (request, _reply, _type, delayMs) => {
      // Before it listens, a process makes its demo world by its own calls. A second without any measurement says nothing yet.
      const isMeasured = app.server.listening && Number.isFinite(delayMs)
      if (!isMeasured || (delayMs ?? 0) < limitOf(request)) return
      throw new Refusal('common.busy', { seconds: retrySeconds })
    },
  })
}

function limitOf({ url }: FastifyRequest): number {
  if (url.startsWith(staffBase) || url.startsWith(employerBase)) return deskDelayMs
  return url.startsWith('/api/') ? learnerDelayMs : Number.POSITIVE_INFINITY
}
