/** Scores are thousandths of the points of the paper. */
export interface QuestionSums {
  answered: number
  rightCount: number
  scoreSum: number
  scoreSquareSum: number
  rightScoreSum: number
}

export interface QuestionStatisticsResult {
  answered: number
  correctRate: number | null
  discrimination: number | null
}

const fewest = 30

/**
 * The share of right answers and the point-biserial correlation, (M₁ − M) / S · √(p / (1 − p)); null if all results are
 * equal.
 */
export function statisticsOfQuestion(sums: QuestionSums | null): QuestionStatisticsResult {
  const { answered = 0, rightCount = 0 } = sums ?? {}
  if (!sums || answered < fewest) return { answered, correctRate: null, discrimination: null }
  const rate = rightCount / answered
  const mean = sums.scoreSum / answered
  const deviation = Math.sqrt(Math.max(0, sums.scoreSquareSum / answered - mean * mean))
  const correctRate = rounded(rate)
  if (deviation === 0 || rate === 0 || rate === 1) return { answered, correctRate, discrimination: null }
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
