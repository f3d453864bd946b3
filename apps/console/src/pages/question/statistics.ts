import type { QuestionStatistics } from '@ce/client/staff/question.ts'

/** too few papers to say anything */
const tooFew = '作答不足'

/** 62.5% */
export function rateWords({ correctRate }: QuestionStatistics): string {
  return correctRate === null ? tooFew : `${Math.round(correctRate * 1000) / 10}%`
}

/** 0.32 */
export function discriminationWords({ correctRate, discrimination }: QuestionStatistics): string {
  // all did alike: there is nothing to tell apart
  if (discrimination === null) return correctRate === null ? tooFew : '—'
  return discrimination.toFixed(2)
}

/** What a discrimination says of its question (the usual bounds: 0.4, 0.3, 0.2, 0); empty when nothing. */
export function judgement({ discrimination }: QuestionStatistics): string {
  if (discrimination === null) return ''
  if (discrimination < 0) return '反常：答对的人总分反而低，请核对答案'
  if (discrimination < 0.2) return '偏低，建议修改'
  if (discrimination < 0.3) return '尚可'
  return discrimination < 0.4 ? '良好' : '很好'
}
