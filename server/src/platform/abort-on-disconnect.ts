import type { FastifyReply } from 'fastify'

export function abortOnDisconnect({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  // The `close` event also fires after a response that was sent completely.
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
