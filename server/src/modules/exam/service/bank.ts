import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/database.ts'
import { listBank } from '../../question/service.ts'
import type { BankQuestion } from '../paper.ts'

/** As settings: a change of the bank reaches every process within five seconds. */
const banks = new LRUCache<string, BankQuestion[]>({ max: 200, ttl: 5000 })

/** A course's enabled questions, right answers included. */
export async function readBank(db: Db, courseId: string): Promise<BankQuestion[]> {
  const hit = banks.get(courseId)
  if (hit) return hit
  const bank = await listBank(db, courseId)
  banks.set(courseId, bank)
  return bank
}
