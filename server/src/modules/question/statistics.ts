/** Sums over the submitted papers that had a question; scores in thousandths of the paper's points. */
export interface Sums {
  answered: number
  rightCount: number
  scoreSum: number
  scoreSquareSum: number
  rightScoreSum: number
}

export interface Statistics {
  answered: number
  correctRate: number | null
  discrimination: number | null
}

/** papers; with fewer, chance says more than the question */
const fewest = 30

/**
 * Item statistics: the share of right answers, and the point-biserial correlation of being right with the score of the
 * whole paper, (M₁ − M) / S · √(p / (1 − p)). No correlation where all did alike.
 */
export function statisticsOf(sums: Sums | null): Statistics {
  const { answered = 0, rightCount = 0 } = sums ?? {}
  if (!sums || answered < fewest) return { answered, correctRate: null, discrimination: null }
  const rate = rightCount / answered
  const mean = sums.scoreSum / answered
  const deviation = Math.sqrt(Math.max(0, sums.scoreSquareSum / answered - mean * mean))
  const correctRate = rounded(rate)
  if (deviation === 0 || rate === 0 || rate === 1)
    return { answered, correctRate, discrimination: null }
  const gap = sums.rightScoreSum / rightCount - mean
  return {
    answered,
    correctRate,
    discrimination: rounded((gap / deviation) * Math.sqrt(rate / (1 - rate))),
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
