import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export type TextKind = 'AGREEMENT' | 'PRIVACY'

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

/** The version of each text that is in force today. */
export function findTextsInForce(db: Db) {
  return db
    .selectFrom('siteText')
    .distinctOn('kind')
    .select(['kind', 'version', 'paragraphs'])
    .where('effectiveFrom', '<=', sql<string>`shanghai_date(app_now())`)
    .orderBy('kind')
    .orderBy('effectiveFrom', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Every version, the newest first. */
export function listTexts(db: Db, kind: TextKind) {
  return db
    .selectFrom('siteText')
    .select(['version', 'paragraphs', 'effectiveFrom', 'publishedAt', 'publishedBy'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute()
}

/** Who publish at once come one after the other. */
export async function lockTexts(tx: Tx, kind: TextKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`text ${kind}`}, 0))`.execute(tx)
}

/** A version's text; `sameDay`: asked for that day when it was published, it would have come into force as it did. */
export function findText(
  db: Db,
  {
    kind,
    version,
    effectiveFrom = null,
  }: { kind: TextKind; version: string; effectiveFrom?: string | null | undefined },
) {
  return db
    .selectFrom('siteText')
    .select([
      'paragraphs',
      sql<boolean>`effective_from = greatest(shanghai_date(published_at), ${effectiveFrom}::date)`.as(
        'sameDay',
      ),
    ])
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** In force from the given day (YYYY-MM-DD), not before today. False when the version is taken. */
export async function insertText(
  tx: Tx,
  row: {
    kind: TextKind
    version: string
    paragraphs: string[]
    publishedBy: string
    effectiveFrom: string | undefined
  },
): Promise<boolean> {
  const { effectiveFrom = null, ...fields } = row
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('siteText')
    .values({
      ...fields,
      effectiveFrom: sql<string>`greatest(shanghai_date(app_now()), ${effectiveFrom}::date)`,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
