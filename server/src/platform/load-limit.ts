import { employerBase, staffBase } from '@ce/contract'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import { requestRecordOf } from './observability/requests.ts'

/** Mean delay of the event loop in milliseconds, above which calls are refused. */
const defaultDelays = { desk: 1_000, learner: 3_000, sample: 1_000 }

/** Seconds after which a refused call may be repeated. */
export const overloadRetrySeconds = 5

/**
 * Refuses calls with 503 while the event loop is late: calls of staff and employers first, calls of learners at a
 * longer delay. Pages, their assets and health checks are never refused: half a page is of no use. Heartbeats and saved
 * answers are never refused either: they cost least and matter most.
 */
export async function registerLoadLimit(app: FastifyInstance, delays = defaultDelays): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: delays.desk,
    sampleInterval: delays.sample,
    pressureHandler: async (request, _reply, _type, delayMs) => {
      /**
       * Nothing is refused before the server listens, because internal calls create the demo world then. A missing
       * measurement counts as no overload.
       */
      const isMeasured = app.server.listening && Number.isFinite(delayMs)
      if (!isMeasured || (delayMs ?? 0) < limitOf(request, delays)) return
      throw new Refusal('common.busy', { seconds: overloadRetrySeconds })
    },
  })
}

function limitOf({ url, raw }: FastifyRequest, { desk, learner }: typeof defaultDelays): number {
  if (requestRecordOf(raw)?.target.isFrequent) return Number.POSITIVE_INFINITY
  if (url.startsWith(staffBase) || url.startsWith(employerBase)) return desk
  return url.startsWith('/api/') ? learner : Number.POSITIVE_INFINITY
}
