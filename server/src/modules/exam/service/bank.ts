import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/database.ts'
import { listBank } from '../../question/service.ts'
import type { BankQuestion } from '../paper.ts'

const banks = new LRUCache<string, { version: number; bank: BankQuestion[] }>({ max: 200 })

/**
 * A course's enabled questions, right answers included, as new as this version of the bank at least: one that was read while the bank
 * changed is newer than it says, so a paper drawn from it counts as old.
 */
export async function readBank(db: Db, courseId: string, version: number): Promise<BankQuestion[]> {
  const hit = banks.get(courseId)
  if (hit?.version === version) return hit.bank
  const bank = await listBank(db, courseId)
  banks.set(courseId, { version, bank })
  return bank
}
