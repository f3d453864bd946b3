import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/database.ts'
import { listQuestions } from '../../catalogue/service.ts'
import type { BankQuestion } from '../paper.ts'

/** As settings: a change of the bank reaches every process within five seconds. */
const banks = new LRUCache<string, BankQuestion[]>({ max: 200, ttl: 5000 })

/** A course's enabled questions, right answers included. */
export async function readBank(db: Db, courseId: string): Promise<BankQuestion[]> {
  const hit = banks.get(courseId)
  if (hit) return hit
  const questions = await listQuestions(db, courseId)
  const bank = questions.map((question) => ({ ...question, options: toOptions(question.options) }))
  banks.set(courseId, bank)
  return bank
}

/** The column's guarantee: the catalogue writes options as [{id, text}]. */
function toOptions(json: unknown): BankQuestion['options'] {
  return json as BankQuestion['options']
}
