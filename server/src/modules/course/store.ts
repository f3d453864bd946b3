import { sql } from 'kysely'
import { type Db, requireOneRow } from '../../platform/db/database.ts'

/** The year changes at midnight in Shanghai. */
export async function currentYear(db: Db): Promise<number> {
  const thisYear = sql<{
    year: number
  }>`select extract(year from shanghai_date(app_now()))::int as year`
  return (await requireOneRow(db, thisYear)).year
}
