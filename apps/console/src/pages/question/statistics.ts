import type { QuestionStatistics } from '@ce/client/staff/question.ts'

const tooFew = '作答不足'

export function correctRateText({ correctRate }: QuestionStatistics): string {
  return correctRate === null ? tooFew : `${Math.round(correctRate * 1000) / 10}%`
}

export function discriminationText({ correctRate, discrimination }: QuestionStatistics): string {
  if (discrimination === null) return correctRate === null ? tooFew : '—'
  return discrimination.toFixed(2)
}

/**
 * Rates the discrimination of a question by the customary bounds 0.4, 0.3, 0.2 and 0; returns '' if there is no value.
 */
export function discriminationRating({ discrimination }: QuestionStatistics): string {
  if (discrimination === null) return ''
  if (discrimination < 0) return '反常：答对的人总分反而低，请核对答案'
  if (discrimination < 0.2) return '偏低，建议修改'
  if (discrimination < 0.3) return '尚可'
  return discrimination < 0.4 ? '良好' : '很好'
}
