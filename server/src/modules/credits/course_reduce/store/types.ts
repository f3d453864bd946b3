import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

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

export type ReductionTypeRow = NonNullable<Awaited<ReturnType<typeof findUsedReductionType>>>
export type ReductionRuleRow = NonNullable<Awaited<ReturnType<typeof findReductionRule>>>

const used = sql<number>`(select count(*)::int from reduction
  where type_id = reduction_type.id and submitted_at is not null)`.as('used')

const selectTypes = (db: Db) =>
  db
    .selectFrom('reductionType')
    .innerJoin('reductionRule', (join) =>
      join
        .onRef('reductionRule.typeId', '=', 'reductionType.id')
        .onRef('reductionRule.version', '=', 'reductionType.version'),
    )
    .select(['reductionType.id', 'code', 'reductionType.version', 'enabled', 'updatedBy', 'updatedAt', ...ruleColumns])

/** Lists enabled types first, then sorts by code. */
export function listAllReductionTypes(db: Db) {
  return selectTypes(db).orderBy('enabled', 'desc').orderBy('code').execute()
}

/** This query is slow, because it reads all applications. */
export function listUsedReductionTypes(db: Db) {
  return selectTypes(db).select(used).orderBy('enabled', 'desc').orderBy('code').execute()
}

export function findReductionTypeByCode(db: Db, code: string) {
  return selectTypes(db).where('code', '=', code).executeTakeFirst()
}

export function findReductionType(db: Db, id: string) {
  return selectTypes(db).where('reductionType.id', '=', id).executeTakeFirst()
}

export function findUsedReductionType(db: Db, id: string) {
  return selectTypes(db).select(used).where('reductionType.id', '=', id).executeTakeFirst()
}

/** Applications keep the rule version of their submission (decision 017). */
export function findReductionRule(db: Db, typeId: string, version: number) {
  return db
    .selectFrom('reductionRule')
    .select(ruleColumns)
    .where('typeId', '=', typeId)
    .where('version', '=', version)
    .executeTakeFirst()
}

export async function lockReductionTypes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reduction types', 0))`.execute(tx)
}

export async function saveTypeWithRule(
  tx: Tx,
  type: { id: string; code: string; version: number; enabled: boolean; updatedBy: string },
  rule: ReductionRuleRow,
): Promise<void> {
  const { version, enabled, updatedBy } = type
  await tx
    .insertInto('reductionType')
    .values(type)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ version, enabled, updatedBy, updatedAt: sql<Date>`app_now()` }),
    )
    .execute()
  await tx
    .insertInto('reductionRule')
    .values({ ...rule, typeId: type.id, version })
    .execute()
}
