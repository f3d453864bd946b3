import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/**
 * The first year that a student is asked about. Who registers by themselves owes nothing for the years before, unless the registration they
 * hold as a pharmacist is older: it is valid for some years, and its end tells when it began. null: every year, for the association brought
 * the account, and knows its years.
 */
export async function findFirstYear(
  db: Db,
  studentId: string,
  registrationYears: number,
): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select case when roster_import_id is null then
      least(extract(year from shanghai_date(created_at)),
        extract(year from registration_valid_to) - ${registrationYears}::int)::int end as year
    from student where id = ${studentId}`.execute(db)
  return rows[0]?.year ?? null
}
