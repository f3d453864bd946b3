import { pino, stdTimeFunctions } from 'pino'
import { describeFault } from '../errors.ts'
import { readCurrentCause } from './cause.ts'
import type { LogLevel } from './log-levels.ts'
import { droppedLogLines } from './metrics.ts'

/** Bytes of log lines that may wait for a slow reader. Later lines are dropped. */
const mostWaiting = 8 * 1024 * 1024
/** Number of tries, a tenth of a second each, to write the waiting lines before the process ends. */
const triesAtExit = 20
/** Bytes of request lines that are written together. After some milliseconds fewer are written. */
const together = 8192
const latestMs = 500

const options = {
  level: 'warn',
  base: { pid: process.pid },
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (level: string) => ({ level }) },
}

const requestLines = destination(1, together)
const faultLines = destination(2, 0)
// The last line is written even when no further request comes.
setInterval(() => requestLines.flush(), latestMs).unref()
let triesLeft = Number.POSITIVE_INFINITY
process.once('exit', () => {
  triesLeft = triesAtExit
  for (const lines of [requestLines, faultLines]) flushAtExit(lines)
})

export const requestLog = pino(options, requestLines)

export const faultLog = pino(
  {
    ...options,
    mixin: () => {
      const cause = readCurrentCause()
      return cause?.id ? { requestId: cause.id } : {}
    },
  },
  faultLines,
)

export function setLogLevel(level: LogLevel): void {
  requestLog.level = level
  faultLog.level = level
}

export function logFault(what: string, error: unknown, requestId?: string): void {
  faultLog.error({ error: describeFault(error), ...(requestId ? { requestId } : {}) }, what)
}

export function logWarning(what: string): void {
  faultLog.warn(what)
}

export function logEvent(what: string): void {
  requestLog.info(what)
}

function destination(fd: number, minLength: number) {
  const lines = pino.destination({
    fd,
    sync: false,
    minLength,
    maxLength: mostWaiting,
    // Writing to a slow reader is retried; once the process ends, the tries are limited.
    retryEAGAIN: () => {
      triesLeft -= 1
      return triesLeft > 0
    },
  })
  lines.on('drop', () => droppedLogLines.inc())
  lines.on('error', () => {})
  return lines
}

function flushAtExit(lines: ReturnType<typeof destination>): void {
  try {
    lines.flushSync()
  } catch {}
}
