import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

/** `subject` is the SQL expression of the name under which failures are stored. */
export function isNotPostponedSql(job: string, subject: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from sweep_failure failed where failed.job = ${job}
    and failed.subject = (${subject})::text and failed.next_try_at > (select app_now()))`
}

/** The first pause before a failed item is tried again, in seconds. Each further pause doubles. */
const firstPause = 15
const longestPause = 3600

/** The stored `error` must not contain values, because they may be personal. */
export async function recordSweepFailure(
  db: Db,
  failure: { job: string; subject: string; error: string },
): Promise<void> {
  const { job, subject, error } = failure
  await sql`
    insert into sweep_failure as failed (job, subject, tries, error, first_failed_at, last_failed_at, next_try_at)
    select ${job}, ${subject}, 1, ${error}, now, now, now + interval '1 second' * ${firstPause}::int
    from (select app_now() as now) clock
    on conflict (job, subject) do update set tries = failed.tries + 1, error = excluded.error,
      last_failed_at = excluded.last_failed_at,
      next_try_at = excluded.last_failed_at + interval '1 second'
        * least(${longestPause}::int, ${firstPause}::int * power(2, least(failed.tries, 20)))`.execute(db)
}

/** Use this for jobs whose items are in no table. */
export async function findPostponedSubjects(db: Db, job: string): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from sweep_failure where job = ${job} and next_try_at > (select app_now())`.execute(db)
  return new Set(rows.map(({ subject }) => subject))
}

export async function findSweepFailures(db: Db, job: string, subjects: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from sweep_failure where job = ${job} and subject = any(${[...subjects]}::text[])`.execute(db)
  return new Set(rows.map(({ subject }) => subject))
}

/** `subjects` is the SQL of the failures' names. @returns how many failures will be tried again */
export async function retrySweepFailures(db: Db, job: string, subjects: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    with failed as (
      select job, subject from sweep_failure where job = ${job} and subject in (${subjects})
      order by subject for update)
    update sweep_failure set next_try_at = app_now() from failed
    where sweep_failure.job = failed.job and sweep_failure.subject = failed.subject`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function clearSweepFailure(db: Db, job: string, subject: string): Promise<void> {
  await sql`delete from sweep_failure where job = ${job} and subject = ${subject}`.execute(db)
}

/** A job that deletes failures whose next try is an hour overdue: their items were resolved in another way. */
export async function forgetResolvedSweepFailures(db: Db): Promise<void> {
  await sql`
    with mended as (
      select job, subject from sweep_failure where next_try_at < (select app_now()) - interval '1 hour'
      for update skip locked)
    delete from sweep_failure failed using mended
    where (failed.job, failed.subject) = (mended.job, mended.subject)`.execute(db)
}

export interface SweepFailure {
  job: string
  subject: string
  tries: number
  error: string
  firstFailedAt: Date
  lastFailedAt: Date
  nextTryAt: Date
}

/** `total` also counts failures beyond the limit of the list. */
export async function listSweepFailures(
  db: Db,
  limit = 200,
  leastTries = 1,
): Promise<{ list: SweepFailure[]; total: number }> {
  const list = await db
    .selectFrom('sweepFailure')
    .selectAll()
    .where('tries', '>=', leastTries)
    .orderBy('lastFailedAt', 'desc')
    .orderBy('job')
    .orderBy('subject')
    .limit(limit)
    .execute()
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from sweep_failure where tries >= ${leastTries}::int`.execute(db)
  return { list, total: rows[0]?.total ?? 0 }
}
