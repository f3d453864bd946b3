import { pino, stdTimeFunctions } from 'pino'
import { faultWords } from '../fault-words.ts'
import { currentCause } from './cause.ts'
import type { LogLevel } from './log-levels.ts'
import { droppedLogLines } from './metrics.ts'

/** bytes that wait for a reader of the log who has stopped: what comes on top is dropped */
const mostWaiting = 8 * 1024 * 1024
/** tries, a tenth of a second each, to hand over what waits when the process ends */
const triesAtExit = 20
/** request lines are written together, so many bytes or so many ms */
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
// what waits does not wait for the next request
setInterval(() => requestLines.flush(), latestMs).unref()
let triesLeft = Number.POSITIVE_INFINITY
process.once('exit', () => {
  triesLeft = triesAtExit
  for (const lines of [requestLines, faultLines]) flushAtExit(lines)
})

/** One line for each request, on stdout. */
export const requestLog = pino(options, requestLines)

/** Faults and warnings, on stderr: by logFault and logWarning. */
export const faultLog = pino(
  {
    ...options,
    mixin: () => {
      const cause = currentCause()
      return cause?.id ? { requestId: cause.id } : {}
    },
  },
  faultLines,
)

/** Sets what is logged from here on: faults at `error`, warnings at `warn`, requests at `info`. */
export function setLogLevel(level: LogLevel): void {
  requestLog.level = level
  faultLog.level = level
}

/** Something of ours failed: what, and the error without anybody's data. */
export function logFault(what: string, error: unknown, requestId?: string): void {
  faultLog.error({ error: faultWords(error), ...(requestId ? { requestId } : {}) }, what)
}

/** Something that an operator should know, and that failed nobody. */
export function logWarning(what: string): void {
  faultLog.warn(what)
}

/** Something that happens once, such as the start. */
export function logEvent(what: string): void {
  requestLog.info(what)
}

function destination(fd: number, minLength: number) {
  const lines = pino.destination({
    fd,
    sync: false,
    minLength,
    maxLength: mostWaiting,
    // a reader that is slow: it is tried again until the process ends
    retryEAGAIN: () => {
      triesLeft -= 1
      return triesLeft > 0
    },
  })
  lines.on('drop', () => droppedLogLines.inc())
  // who read it has gone: there is nobody to tell
  lines.on('error', () => {})
  return lines
}

function flushAtExit(lines: ReturnType<typeof destination>): void {
  try {
    lines.flushSync()
  } catch {
    // nothing was open yet, or nobody reads any more
  }
}
