import type { FastifyReply } from 'fastify'

/** Aborts when whoever asked is gone before the answer is there: work that only they wanted can end. */
export function hungUp({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  // of an answer that was sent it is the end, too
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
