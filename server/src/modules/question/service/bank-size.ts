import { gapWords, paperGaps } from '@ce/contract/paper-rules'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { listBanks, listPaperNeeds } from '../store/banks.ts'

/** The enabled questions of a course: 易 中 难 of each type in the types' order, nine counts. */
export type BankSize = number[]

/** How many enabled questions of each kind a course has; empty: none. */
export async function bankSize(db: Db, courseId: string): Promise<BankSize> {
  const [bank] = await listBanks(db, courseId)
  return bank?.counts ?? []
}

/**
 * After a change that takes questions away, under the course's lock: every plan that still examines the course must find a
 * paper's worth of each kind, as far as it did before. @throws Refusal question.bankTooSmall
 */
export async function requireEnough(tx: Tx, courseId: string, before: BankSize): Promise<void> {
  const [left, needs] = [await bankSize(tx, courseId), await listPaperNeeds(tx, courseId)]
  for (const { year, ...need } of needs) {
    const old = paperGaps(need, before)
    const gap = paperGaps(need, left).find(
      ({ type, difficulty, have }) =>
        !old.some((one) => one.type === type && one.difficulty === difficulty && one.have <= have),
    )
    if (gap) refuse('question.bankTooSmall', { lack: gapWords(gap), year })
  }
}
