/** Values are in milliseconds, except CLS, which has no unit. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB', 'FCP'] as const
export type VitalName = (typeof vitalNames)[number]

export const vitalRatings = ['GOOD', 'NEEDS_WORK', 'POOR'] as const
export type VitalRating = (typeof vitalRatings)[number]

/** A value up to `good` is rated GOOD, a value above `poor` is rated POOR. Both limits are also bucket bounds. */
export const vitalRatingLimits: Record<VitalName, { good: number; poor: number }> = {
  LCP: { good: 2500, poor: 4000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  TTFB: { good: 800, poor: 1800 },
  FCP: { good: 1800, poor: 3000 },
}

/** Upper bucket bounds; one more bucket holds larger values. */
export const vitalBucketBounds: Record<VitalName, readonly number[]> = {
  LCP: [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 12_000],
  INP: [50, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 3000],
  CLS: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1],
  TTFB: [100, 200, 400, 600, 800, 1000, 1400, 1800, 2500, 4000, 8000],
  FCP: [500, 1000, 1400, 1800, 2200, 2600, 3000, 4000, 6000, 10_000],
}

/** Larger values in ms are refused, because they come from tabs that the device had put to sleep. */
export const maxVitalValue = 600_000

export function vitalBucketOf(name: VitalName, value: number): number {
  const at = vitalBucketBounds[name].findIndex((bound) => value <= bound)
  return at < 0 ? vitalBucketBounds[name].length : at
}

export function vitalRatingOf(name: VitalName, value: number): VitalRating {
  const { good, poor } = vitalRatingLimits[name]
  if (value <= good) return 'GOOD'
  return value <= poor ? 'NEEDS_WORK' : 'POOR'
}

export function countVitalRatings(name: VitalName, buckets: readonly number[]): Record<VitalRating, number> {
  const counts = { GOOD: 0, NEEDS_WORK: 0, POOR: 0 }
  buckets.forEach((count, at) => {
    counts[vitalRatingOf(name, vitalBucketBounds[name][at] ?? Number.POSITIVE_INFINITY)] += count
  })
  return counts
}

/** The 75th percentile, estimated from bucket counts; null without visits. */
export function vitalPercentile75(name: VitalName, buckets: readonly number[]): number | null {
  const wanted = buckets.reduce((sum, count) => sum + count, 0) * 0.75
  if (wanted === 0) return null
  const bounds = vitalBucketBounds[name]
  let before = 0
  for (const [at, count] of buckets.entries()) {
    if (before + count >= wanted && count > 0) {
      const from = bounds[at - 1] ?? 0
      const to = bounds[at] ?? from
      return from + ((to - from) * (wanted - before)) / count
    }
    before += count
  }
  return bounds.at(-1) ?? null
}
