import type { QuestionBank } from '@ce/client/staff/question.ts'
import { questionTypeLabels } from '@ce/contract/question-options'

type PerType = QuestionBank['enabled']

const kinds = [
  ['single', questionTypeLabels.SINGLE],
  ['multiple', questionTypeLabels.MULTIPLE],
  ['judge', questionTypeLabels.JUDGE],
] as const

export function bankCountsText(counts: PerType): string {
  const words = kinds.flatMap(([kind, name]) => (counts[kind] > 0 ? [`${name} ${counts[kind]}`] : []))
  return words.join('、') || '0'
}
