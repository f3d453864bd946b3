import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db/database.ts'
import type { Env } from './env.ts'
import { StartError } from './start-error.ts'

/**
 * A practice portal's database holds invented people under the association's own plans: nothing but `npm run rehearsal` may serve it, and
 * that serves no other. @throws StartError
 */
export async function checkPracticeData(db: Db, env: Pick<Env, 'practice'>): Promise<void> {
  const found = await isPracticeData(db)
  if (found && !env.practice)
    throw new StartError(
      'this is the database of a practice portal, with invented people and a clock of its own: only `npm run rehearsal` serves it',
    )
  if (env.practice && !found)
    throw new StartError(
      'this is not the database of a practice portal: `npm run rehearsal` serves no other',
    )
}

/** Whether somebody began to make a practice portal of this database. */
export async function isPracticeData(db: Db): Promise<boolean> {
  const { rows } = await sql`select from practice_portal`.execute(db)
  return rows.length > 0
}

/** What is known of a practice portal. @throws Error where there is none */
export function readPractice(db: Db) {
  return db.selectFrom('practicePortal').selectAll().executeTakeFirstOrThrow()
}

/**
 * Moves the rules' clock of a practice portal on to a moment, and the sessions with it. Who moves it at the same time waits.
 * @param check is told of the time until now, and throws when the clock is not to be moved
 */
export async function movePracticeClock(
  tx: Tx,
  to: Date,
  check: (now: Date) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ now: Date }>`
    select clock_timestamp() + shift as now from app_clock limit 1 for update`.execute(tx)
  const now = rows[0]?.now
  if (!now) throw new Error('the database has no clock')
  await check(now)
  const by = sql`${to}::timestamptz - ${now}::timestamptz`
  await sql`update app_clock set shift = ${to}::timestamptz - clock_timestamp()`.execute(tx)
  // who is signed in has not been idle meanwhile; the order of every statement on sessions (decision 064)
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

/** Says how much of what runs after a move is done; false when the clock has been moved again meanwhile. */
export function noteJobsDone(db: Db, movedAt: Date, done: number, all: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update practice_portal set jobs_done = ${done}, jobs_all = ${all}
      where only_row and moved_at = ${movedAt} returning true`.execute(tx)
    return rows.length > 0
  })
}
