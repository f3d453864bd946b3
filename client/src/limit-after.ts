import { type CallOptions, timeoutMs } from './make-call.ts'

/**
 * So long may a try take that comes after so many failures in a row, of what can be sent again without harm and holds up all that comes
 * after it: a line that is dead is given up soon, and with each failure the next may take twice as long, so that a slow one gets through as well.
 */
export function limitAfter(firstMs: number, failures: number): CallOptions {
  return { limitMs: Math.min(timeoutMs, firstMs * 2 ** failures) }
}
