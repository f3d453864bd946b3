import type { IntegrityCheckName } from '@ce/contract/integrity-checks'
import { sql } from 'kysely'
import { type Db, requireOneRow } from '../db/database.ts'
import type { Deps } from '../deps.ts'

/** The result of a part of a check that takes seconds and little memory. */
export interface IntegritySlice {
  checked: number
  /** One line for each fault. It names rows by their keys and never contains data of a person. */
  faults: string[]
  /** Where the next slice begins; null after the last one. */
  next: string | null
}

export type IntegrityCheck = (deps: Deps, after: string | null) => Promise<IntegritySlice>

/** More faults are only counted. */
const mostFaults = 100

export interface IntegrityRound {
  checked: number
  faultCount: number
  /** At most 100. */
  faults: string[]
}

/**
 * Runs the next part of a check and stores its result, so that another process can go on after a stop.
 * @returns the result of the whole round after its last part, otherwise null
 */
export async function runNextSlice(
  deps: Deps,
  name: IntegrityCheckName,
  check: IntegrityCheck,
): Promise<IntegrityRound | null> {
  const { db } = deps
  const after = await beginOrContinueRound(db, name)
  const slice = await check(deps, after)
  await saveSlice(db, name, after, slice)
  if (slice.next !== null) return null
  return endRound(db, name)
}

async function beginOrContinueRound(db: Db, name: IntegrityCheckName): Promise<string | null> {
  const row = await db
    .insertInto('integrityCheck')
    .values({ name, beganAt: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ beganAt: sql<Date>`coalesce(integrity_check.began_at, now())` }),
    )
    .returning('afterKey')
    .executeTakeFirstOrThrow()
  return row.afterKey
}

/** If another process has checked the same part meanwhile, its result stays. */
async function saveSlice(db: Db, name: IntegrityCheckName, after: string | null, slice: IntegritySlice): Promise<void> {
  await sql`
    update integrity_check set after_key = ${slice.next}, checked = checked + ${slice.checked},
      fault_count = fault_count + ${slice.faults.length},
      faults = (faults || ${slice.faults.slice(0, mostFaults)}::text[])[1:${sql.lit(mostFaults)}]
    where name = ${name} and after_key is not distinct from ${after} and began_at is not null`.execute(db)
}

async function endRound(db: Db, name: IntegrityCheckName): Promise<IntegrityRound> {
  const { rows } = await sql<IntegrityRound>`
    update integrity_check set after_key = null, began_at = null, checked = 0, fault_count = 0, faults = '{}',
      ended_at = now(), ended_checked = checked, ended_fault_count = fault_count, ended_faults = faults
    where name = ${name}
    returning ended_checked::float8 as checked, ended_fault_count::float8 as "faultCount", ended_faults as faults`.execute(
    db,
  )
  return rows[0] ?? { checked: 0, faultCount: 0, faults: [] }
}

/** The next part of these checks will be the first of a new round. */
export async function abandonRounds(db: Db, names: readonly IntegrityCheckName[]): Promise<void> {
  await sql`
    with held as (select name from integrity_check where name = any(${[...names]}::text[]) order by name for update)
    update integrity_check set after_key = null, began_at = null, checked = 0, fault_count = 0, faults = '{}'
    from held where held.name = integrity_check.name`.execute(db)
}

/** The real hour, because the checks wait for a quiet time, even where staff move the clock of a practice portal. */
export async function readShanghaiHour(db: Db): Promise<number> {
  const row = await requireOneRow(
    db,
    sql<{ hour: number }>`select extract(hour from now() at time zone 'Asia/Shanghai')::int as hour`,
  )
  return row.hour
}

/** Lists the checks whose last round ended less than `hours` ago. */
export async function listRecentlyEndedChecks(db: Db, hours: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('integrityCheck')
    .select('name')
    .where('endedAt', '>', sql<Date>`now() - interval '1 hour' * ${hours}`)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export interface IntegrityState extends IntegrityRound {
  name: string
  endedAt: Date | null
}

/** A known fault stays in the list until a complete round has not found it again. */
export async function listIntegrityStates(db: Db): Promise<IntegrityState[]> {
  const { rows } = await sql<IntegrityState>`
    select name, ended_at as "endedAt",
      (case when ended_at is null then checked else ended_checked end)::float8 as checked,
      greatest(fault_count, ended_fault_count)::float8 as "faultCount",
      case when fault_count > ended_fault_count then faults else ended_faults end as faults
    from integrity_check order by name`.execute(db)
  return rows
}
