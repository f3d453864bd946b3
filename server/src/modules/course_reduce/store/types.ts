import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

const ruleColumns = [
  'name',
  'subjectScope',
  'hoursMode',
  'hours',
  'unit',
  'yearCap',
  'evidence',
  'minFiles',
  'applyFrom',
  'applyTo',
  'levels',
  'samplePercent',
] as const

export type TypeRow = NonNullable<Awaited<ReturnType<typeof findUsedType>>>
/** A rule as it stood at one version; hours in tenths. */
export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

const used = sql<number>`(select count(*)::int from reduction
  where type_id = reduction_type.id and submitted_at is not null)`.as('used')

/** Each type with the rule that holds now. */
const selectTypes = (db: Db) =>
  db
    .selectFrom('reductionType')
    .innerJoin('reductionRule', (join) =>
      join
        .onRef('reductionRule.typeId', '=', 'reductionType.id')
        .onRef('reductionRule.version', '=', 'reductionType.version'),
    )
    .select([
      'reductionType.id',
      'code',
      'reductionType.version',
      'enabled',
      'updatedBy',
      'updatedAt',
      ...ruleColumns,
    ])

/** By code; what is in use first. */
export function listTypes(db: Db) {
  return selectTypes(db).orderBy('enabled', 'desc').orderBy('code').execute()
}

/** The same with how often each was used, which reads all applications: for the desk that edits them. */
export function listUsedTypes(db: Db) {
  return selectTypes(db).select(used).orderBy('enabled', 'desc').orderBy('code').execute()
}

/** With the rule that holds now, whether in use or not. */
export function findTypeByCode(db: Db, code: string) {
  return selectTypes(db).where('code', '=', code).executeTakeFirst()
}

/** With the rule that holds now, whether in use or not. */
export function findType(db: Db, id: string) {
  return selectTypes(db).where('reductionType.id', '=', id).executeTakeFirst()
}

/** The same with how often it was applied for, drafts aside. */
export function findUsedType(db: Db, id: string) {
  return selectTypes(db).select(used).where('reductionType.id', '=', id).executeTakeFirst()
}

/** As it stood at that version: applications keep the one they were made under (decision 017). */
export function findRule(db: Db, typeId: string, version: number) {
  return db
    .selectFrom('reductionRule')
    .select(ruleColumns)
    .where('typeId', '=', typeId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Types are saved one after the other until the transaction ends. */
export async function lockTypes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reduction types', 0))`.execute(tx)
}

/** A new version of a type's rule, its first or a later one. */
export async function putType(
  tx: Tx,
  type: { id: string; code: string; version: number; enabled: boolean; updatedBy: string },
  rule: RuleRow,
): Promise<void> {
  const { version, enabled, updatedBy } = type
  await tx
    .insertInto('reductionType')
    .values(type)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ version, enabled, updatedBy, updatedAt: sql<Date>`app_now()` }),
    )
    .execute()
  await tx
    .insertInto('reductionRule')
    .values({ ...rule, typeId: type.id, version })
    .execute()
}
