import { retryWaitMs } from '@ce/contract/retry-wait'
import { type CallOptions, callTimeoutMs } from './make-call.ts'

/**
 * The time limit doubles with each failure, so that slow connections succeed. Only for requests that may be repeated.
 */
export function timeLimitAfterFailures(firstMs: number, failures: number): CallOptions {
  return { limitMs: retryWaitMs(failures + 1, { firstMs, longestMs: callTimeoutMs }) }
}
