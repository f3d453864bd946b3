/** tries of one message by one channel */
export const mostTries = 6

/** Minutes until the next try: 1, 4, 16, 64, 256; after the sixth try six hours have passed. Never shorter than a try takes. */
export function pauseMinutes(tries: number): number {
  return 4 ** (tries - 1)
}
