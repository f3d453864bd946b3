import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { logFault } from './observability/log.ts'
import { waitAtMost } from './time-limit.ts'

/** Milliseconds within which two signals count as one Ctrl-C: under npm, the terminal and npm each send a signal. */
const sameKeyMs = 1000

const stopping = new WeakSet<FastifyInstance>()

/** A stopping process gets no new traffic while it finishes its work. */
export function announceStop(app: FastifyInstance): void {
  stopping.add(app)
}

export function isStopping(app: FastifyInstance): boolean {
  return stopping.has(app)
}

/**
 * A stopping server answers and closes each connection, so that a proxy opens the next one to another process. It also
 * answers what arrives on open connections after the port is closed, because a proxy does not repeat a write that was
 * refused.
 */
export function closeConnectionsWhileStopping(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping(app)) reply.header('connection', 'close')
    done()
  })
}

/** Remembers open responses of a server, for the end of the server. */
export function watchResponses(app: FastifyInstance): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>()
  app.server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return open
}

interface Patience {
  stopMs: number
  downloadMs: number
  /** Asked again every `lookMs`; false cuts the downloads. */
  mayWait(): Promise<boolean>
  lookMs?: number
}

/**
 * Closes the port. Requests have `stopMs` to be answered; answers that are being sent by then, such as films and
 * exports, have `downloadMs` more.
 */
export async function closeInTime(
  app: FastifyInstance,
  open: ReadonlySet<ServerResponse>,
  { stopMs, downloadMs, mayWait, lookMs = 5000 }: Patience,
): Promise<void> {
  // A connection on which an answer was under way would else stay open for its next request.
  const closeIdle = () => setImmediate(() => app.server.closeIdleConnections())
  for (const response of open) response.once('close', closeIdle)
  const closed = app.close().then(() => true)
  if (await waitAtMost(stopMs, closed, false)) return
  for (const response of open) if (!response.headersSent) response.destroy()
  for (let leftMs = downloadMs; leftMs > 0 && (await mayWait()); leftMs -= lookMs)
    if (await waitAtMost(Math.min(lookMs, leftMs), closed, false)) return
}

/** A signal during the start abandons the start; later it closes the server. A second Ctrl-C exits at once. */
export function stopOnSignals(abandonStart: () => void): { by(close: () => Promise<void>): void } {
  let close: (() => Promise<void>) | null = null
  let askedAt: number | null = null
  const asked = () => {
    const now = performance.now()
    if (askedAt !== null) {
      if (now - askedAt > sameKeyMs) process.exit(1)
      return
    }
    askedAt = now
    if (close) void end(close)
    else abandonStart()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, asked)
  return {
    by: (closeServer) => {
      close = closeServer
      if (askedAt !== null) void end(close)
    },
  }
}

async function end(close: () => Promise<void>): Promise<void> {
  await close().then(
    () => process.exit(0),
    (error) => {
      logFault('the stop', error)
      process.exit(1)
    },
  )
}
