import type { IntegrityCheckName } from '@ce/contract/integrity-checks'
import { sql } from 'kysely'
import { type Db, requireOneRow } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { IntegrityRound } from './states.ts'

/** The result of a part of a check that takes seconds and little memory. */
export interface IntegritySlice {
  checked: number
  /** One line for each fault. It names rows by their keys and never contains data of a person. */
  faults: string[]
  /** Where the next slice begins; null after the last one. */
  next: string | null
}

/** @param stopping aborts a long slice when the process ends or has lost the lease of its job */
export type IntegrityCheck = (deps: Deps, after: string | null, stopping?: AbortSignal) => Promise<IntegritySlice>

/** More faults are only counted. */
const mostFaults = 100

interface RoundOptions {
  /** Asked before each slice; false leaves the rest of the round for later. */
  goesOn?: () => boolean
  stopping?: AbortSignal | undefined
}

/**
 * Begins or continues the round of a check and stores the result of each slice, so that another process can go on after
 * a stop. Several processes may work on the same round.
 * @returns the result of the round that ended, otherwise null
 */
export async function continueRound(
  deps: Deps,
  name: IntegrityCheckName,
  check: IntegrityCheck,
  { goesOn = () => true, stopping }: RoundOptions = {},
): Promise<IntegrityRound | null> {
  const { db } = deps
  let first: string | null = null
  while (goesOn()) {
    const place = await beginOrContinueRound(db, name, first)
    if ('ended' in place) return place.ended
    first ??= place.beganAt
    const slice = await check(deps, place.after, stopping)
    const ended = await saveSlice(db, { name, ...place }, slice)
    if (ended) return ended
  }
  return null
}

interface Place {
  /** As text, because a Date has no microseconds. */
  beganAt: string
  after: string | null
}

/** @param first when the caller's first round began; a round that ended since then is the result */
async function beginOrContinueRound(
  db: Db,
  name: IntegrityCheckName,
  first: string | null,
): Promise<Place | { ended: IntegrityRound }> {
  const { rows } = await sql<IntegrityRound>`
    select ${endedRound} from integrity_check where name = ${name} and ended_at > ${first}::timestamptz`.execute(db)
  if (rows[0]) return { ended: rows[0] }
  const row = await db
    .insertInto('integrityCheck')
    .values({ name, beganAt: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ beganAt: sql<Date>`coalesce(integrity_check.began_at, now())` }),
    )
    .returning(['afterKey', sql<string>`began_at::text`.as('beganAt')])
    .executeTakeFirstOrThrow()
  return { beganAt: row.beganAt, after: row.afterKey }
}

const endedRound = sql`
  ended_checked::float8 as checked, ended_fault_count::float8 as "faultCount", ended_faults as faults`

/**
 * Adds a slice to its round, and ends the round with the last one. A slice that another process has stored meanwhile,
 * or whose round is over, is not counted again.
 * @returns the result of the round when this slice ended it
 */
async function saveSlice(
  db: Db,
  { name, beganAt, after }: Place & { name: IntegrityCheckName },
  { checked, faults, next }: IntegritySlice,
): Promise<IntegrityRound | null> {
  const sums = sql`
    checked + ${checked} as checked, fault_count + ${faults.length} as fault_count,
    (faults || ${faults.slice(0, mostFaults)}::text[])[1:${sql.lit(mostFaults)}] as faults`
  const isRound = sql`
    name = ${name} and began_at = ${beganAt}::timestamptz and after_key is not distinct from ${after}`
  if (next !== null) {
    await sql`
      update integrity_check set after_key = ${next}, (checked, fault_count, faults) = (select ${sums})
      where ${isRound}`.execute(db)
    return null
  }
  const { rows } = await sql<IntegrityRound>`
    update integrity_check set after_key = null, began_at = null, checked = 0, fault_count = 0, faults = '{}',
      ended_at = now(), (ended_checked, ended_fault_count, ended_faults) = (select ${sums})
    where ${isRound} returning ${endedRound}`.execute(db)
  return rows[0] ?? null
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
