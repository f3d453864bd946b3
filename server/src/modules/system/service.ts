import type { Tx } from '../../platform/db/database.ts'
import { forgetOldErrors } from './store/client-errors.ts'
import { forgetOldVisits } from './store/web-vitals.ts'

/** Deletes what browsers reported so long ago (retention). @returns how many rows, `limit` at most */
export async function forgetReports(tx: Tx, days: number, limit: number): Promise<number> {
  const errors = await forgetOldErrors(tx, days, limit)
  return errors + (errors < limit ? await forgetOldVisits(tx, days, limit - errors) : 0)
}
