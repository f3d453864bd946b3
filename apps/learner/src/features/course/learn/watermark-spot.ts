/** Nine places of the picture, row by row; the style sheet knows where they are. */
const spots = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const
export type Spot = (typeof spots)[number]

const leastMs = 20_000
const mostMs = 40_000

/** Anywhere but where it was. @param random 0 to 1 */
export function nextSpot(before: Spot | undefined, random: number): Spot {
  const free = spots.filter((one) => one !== before)
  return free[Math.floor(random * free.length)] ?? 'e'
}

/** How long it stays, ms. */
export function stayMs(random: number): number {
  return leastMs + random * (mostMs - leastMs)
}
