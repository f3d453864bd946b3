import { logFault } from './observability/log.ts'

/** One Ctrl-C reaches us twice under npm: from the terminal and passed on by npm. */
const sameKeyMs = 1000

/**
 * Hears SIGINT and SIGTERM from the first moment on: while starting they abandon the start, later
 * they close the server and end the process with 0. A second Ctrl-C does not wait.
 */
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
      // asked in the very moment the start ended
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
