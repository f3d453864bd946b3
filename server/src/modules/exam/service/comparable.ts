import {
  allowsGround,
  type Compared,
  comparedOf,
  comparisonProblem,
  groundProblem,
  type VoidGround,
} from '@ce/contract/void-grounds'
import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { findComparable } from '../store/captures.ts'

/**
 * Nobody's exam is void for looking unlike what nobody could see: the ground and the words of a void are held to the pictures that are there
 * now. `words`: what was written, by the field it stands in. @returns what there is to compare with
 * @throws Refusal exam.nothingToCompare
 */
export async function requireComparable(
  db: Db,
  attemptId: string,
  { ground, words }: { ground: VoidGround | null; words: Record<string, string> },
): Promise<Compared> {
  const comparable = await findComparable(db, attemptId)
  if (ground && !allowsGround(ground, comparable)) refuseVoid('ground', groundProblem(comparable))
  for (const [field, text] of Object.entries(words)) {
    const problem = comparisonProblem(text, comparable)
    if (problem) refuseVoid(field, problem)
  }
  return comparedOf(comparable)
}

function refuseVoid(field: string, problem: string): never {
  return refuse('exam.nothingToCompare', { problem, fields: { [field]: problem } })
}
