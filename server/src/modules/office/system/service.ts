import type { Tx } from '../../../platform/db/database.ts'
import { forgetOldPageErrors, forgetOldPageVisits } from './store/browser-reports.ts'

/** The retention job calls this. @returns how many rows were deleted, at most `limit` */
export async function forgetBrowserReports(tx: Tx, days: number, limit: number): Promise<number> {
  const errors = await forgetOldPageErrors(tx, days, limit)
  return errors + (errors < limit ? await forgetOldPageVisits(tx, days, limit - errors) : 0)
}
