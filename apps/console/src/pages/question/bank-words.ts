import type { Bank } from '@ce/client/staff/question.ts'
import { typeNames } from '@ce/contract/question-options'

type PerType = Bank['enabled']

const kinds = [
  ['single', typeNames.SINGLE],
  ['multiple', typeNames.MULTIPLE],
  ['judge', typeNames.JUDGE],
] as const

/** 单选题 10、多选题 5；a kind with none is left out */
export function perTypeWords(counts: PerType): string {
  const words = kinds.flatMap(([kind, name]) =>
    counts[kind] > 0 ? [`${name} ${counts[kind]}`] : [],
  )
  return words.join('、') || '0'
}
