/** Lighthouse 12's curves: [value for score 0.9, value for score 0.5, weight]. The speed index is left out. */
const curves = {
  fcp: [1800, 3000, 10],
  lcp: [2500, 4000, 25],
  blockingMs: [200, 600, 30],
  cls: [0.1, 0.25, 25],
} as const

export function computePerformanceScore(visit: Record<keyof typeof curves, number>): number {
  let sum = 0
  let weights = 0
  for (const [name, [p10, median, weight]] of Object.entries(curves)) {
    sum += weight * logNormal(visit[name as keyof typeof curves], p10, median)
    weights += weight
  }
  return (100 * sum) / weights
}

/** The share of a log-normal distribution above a value: 0.9 at `p10`, 0.5 at `median`. */
function logNormal(value: number, p10: number, median: number): number {
  if (value <= 0) return 1
  const inverseErfc02 = 0.9061938024368232
  const spread = (Math.log(value) - Math.log(median)) / (Math.log(median) - Math.log(p10))
  return (1 - erf(spread * inverseErfc02)) / 2
}

/** Formula 7.1.26 of Abramowitz and Stegun, with an error of at most 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - series * Math.exp(-x * x))
}
