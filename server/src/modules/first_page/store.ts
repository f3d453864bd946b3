import type { Db } from '../../platform/db/database.ts'

/** The site's constants as staff set them; null in a database nobody has set up. */
export async function findSiteInfo(db: Db): Promise<unknown> {
  const row = await db.selectFrom('siteInfo').select('value').executeTakeFirst()
  return row?.value ?? null
}

export async function putSiteInfo(db: Db, value: unknown): Promise<void> {
  const json = JSON.stringify(value)
  await db
    .insertInto('siteInfo')
    .values({ value: json })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ value: json }))
    .execute()
}
