/** Returns the wait in ms after this many failures in a row; it doubles with each failure, up to a limit. */
export function retryWaitMs(failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
}
