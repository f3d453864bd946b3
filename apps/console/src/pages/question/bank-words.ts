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

/** What a bank lacks for a paper: 缺判断题 2 道; empty when nothing. */
export function lackWords(enabled: PerType, paper: PerType): string {
  const words = kinds.flatMap(([kind, name]) => {
    const lack = paper[kind] - enabled[kind]
    return lack > 0 ? [`${name} ${lack} 道`] : []
  })
  return words.length > 0 ? `缺${words.join('、')}` : ''
}
