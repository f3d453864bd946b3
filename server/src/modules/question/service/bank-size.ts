import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { listBanks, listPaperNeeds } from '../store/banks.ts'

const types = [
  ['single', '单选题'],
  ['multiple', '多选题'],
  ['judge', '判断题'],
] as const

/**
 * After a change that takes questions away, under the course's lock: every plan that still examines the course must find a
 * paper's worth of each type, as far as it did before. @throws Refusal question.bankTooSmall
 */
export async function requireEnough(tx: Tx, courseId: string, before: BankSize): Promise<void> {
  const [left, needs] = [await bankSize(tx, courseId), await listPaperNeeds(tx, courseId)]
  for (const { year, ...need } of needs)
    for (const [type, name] of types)
      if (left[type] < need[type] && left[type] < before[type])
        refuse('question.bankTooSmall', { type: name, left: left[type], need: need[type], year })
}

export interface BankSize {
  single: number
  multiple: number
  judge: number
}

/** The enabled questions of a course by type. */
export async function bankSize(tx: Tx, courseId: string): Promise<BankSize> {
  const [bank] = await listBanks(tx, courseId)
  return bank ?? { single: 0, multiple: 0, judge: 0 }
}
