import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db/database.ts'
import type { Env } from './env.ts'
import { StartError } from './errors.ts'

/**
 * A practice database mixes invented people with real year plans, so only `npm run rehearsal` may serve it. @throws
 * StartError.
 */
export async function checkPracticeData(db: Db, env: Pick<Env, 'practice'>): Promise<void> {
  const found = await isPracticeData(db)
  if (found && !env.practice)
    throw new StartError(
      'this is the database of a practice portal, with invented people and a clock of its own: only `npm run rehearsal` serves it',
    )
  if (env.practice && !found)
    throw new StartError('this is not the database of a practice portal: `npm run rehearsal` serves no other')
}

export async function isPracticeData(db: Db): Promise<boolean> {
  const { rows } = await sql`select from practice_portal`.execute(db)
  return rows.length > 0
}

/** @throws Error when there is no practice portal. */
export function readPracticeState(db: Db) {
  return db.selectFrom('practicePortal').selectAll().executeTakeFirstOrThrow()
}

/**
 * Sessions move with the clock, and concurrent moves wait for each other. @param check throws when the clock may not be
 * moved
 */
export async function movePracticeClock(tx: Tx, to: Date, check: (now: Date) => Promise<void>): Promise<void> {
  const { rows } = await sql<{ now: Date }>`
    select clock_timestamp() + shift as now from app_clock limit 1 for update`.execute(tx)
  const now = rows[0]?.now
  if (!now) throw new Error('the database has no clock')
  await check(now)
  const by = sql`${to}::timestamptz - ${now}::timestamptz`
  await sql`update app_clock set shift = ${to}::timestamptz - clock_timestamp()`.execute(tx)
  /**
   * The times of sessions move with the clock, so that people stay signed in. Rows are locked in the order of all
   * statements (decision 064).
   */
  for (const table of ['session', 'staff_session', 'organisation_session'])
    await sql`
      with held as (
        select token_hash from ${sql.table(table)} where revoked_at is null order by token_hash for no key update)
      update ${sql.table(table)} as kept set created_at = created_at + (${by}), seen_at = seen_at + (${by})
      from held where kept.token_hash = held.token_hash`.execute(tx)
  await sql`update practice_portal set moved_at = date_trunc('milliseconds', clock_timestamp()), jobs_done = 0, jobs_all = 1 where only_row`.execute(
    tx,
  )
}

/** @returns false when the clock was moved again meanwhile */
export function recordJobProgress(db: Db, movedAt: Date, done: number, all: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update practice_portal set jobs_done = greatest(jobs_done, ${done}), jobs_all = ${all}
      where only_row and moved_at = ${movedAt} returning true`.execute(tx)
    return rows.length > 0
  })
}
