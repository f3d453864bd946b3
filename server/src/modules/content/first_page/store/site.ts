import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

export async function findSiteConstants(db: Db): Promise<unknown> {
  const row = await db.selectFrom('siteInfo').select('value').executeTakeFirst()
  return row?.value ?? null
}

/** Concurrent saves of the site information take turns. */
export async function lockSiteConstants(tx: Tx): Promise<void> {
  await sql`lock table site_info in share row exclusive mode`.execute(tx)
}

export async function setSiteConstants(tx: Tx, value: unknown): Promise<void> {
  const json = JSON.stringify(value)
  await tx
    .insertInto('siteInfo')
    .values({ value: json })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ value: json }))
    .execute()
}
