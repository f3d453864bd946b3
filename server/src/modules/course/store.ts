import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The current training year: it turns at midnight in Shanghai, whatever the server's zone (product §2). */
export async function currentYear(db: Db): Promise<number> {
  const { rows } = await sql<{ year: number }>`
    select extract(year from shanghai_date(app_now()))::int as year`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('shanghai_date() gave no row')
  return row.year
}
