import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** The site's constants as staff set them; null in a database nobody has set up. */
export async function findConstants(db: Db): Promise<unknown> {
  const row = await db.selectFrom('siteInfo').select('value').executeTakeFirst()
  return row?.value ?? null
}

/** Two who save at once come one after the other, so that each sees what the other left. */
export async function lockConstants(tx: Tx): Promise<void> {
  await sql`lock table site_info in share row exclusive mode`.execute(tx)
}

/** Sets them all at once. */
export async function putConstants(tx: Tx, value: unknown): Promise<void> {
  const json = JSON.stringify(value)
  await tx
    .insertInto('siteInfo')
    .values({ value: json })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ value: json }))
    .execute()
}
