import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Lists for each rule its last complete run and the number of rows deleted in 30 nights. */
export async function listRetentionRuns(db: Db) {
  const { rows } = await sql<{
    rule: string
    at: Date | null
    removed: number | null
    removed30: number
  }>`
    select rule, max(finished_at) as at, (array_agg(removed order by day desc) filter (where finished_at is not null))[1] as removed,
      coalesce(sum(removed) filter (where day > shanghai_date(app_now()) - 30), 0)::int as removed30
    from retention_run group by rule`.execute(db)
  return new Map(rows.map((row) => [row.rule, row]))
}

export async function isRetentionHour(db: Db, hour: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select extract(hour from app_now() at time zone 'Asia/Shanghai') >= ${hour} as due`.execute(db)
  return rows[0]?.due ?? false
}

/** @returns false when the run is complete */
export async function startRetentionRun(db: Db, rule: string, keepDays: number | null): Promise<boolean> {
  await sql`
    insert into retention_run (rule, day, keep_days) values (${rule}, shanghai_date(app_now()), ${keepDays})
    on conflict do nothing`.execute(db)
  const { rows } = await sql`
    select from retention_run where rule = ${rule} and day = shanghai_date(app_now()) and finished_at is null`.execute(
    db,
  )
  return rows.length > 0
}

/** Locks the run for one batch. Returns false when another process runs it or it is complete. */
export async function lockRetentionRun(tx: Tx, rule: string): Promise<boolean> {
  const { rows } = await sql`
    select from retention_run where rule = ${rule} and day = shanghai_date(app_now()) and finished_at is null
    for update skip locked`.execute(tx)
  return rows.length > 0
}

/** The count is part of the batch's transaction, so it is right even after a crash. */
export async function addRetentionBatch(tx: Tx, rule: string, removed: number, last: boolean): Promise<void> {
  await sql`
    update retention_run set removed = removed + ${removed}, finished_at = case when ${last} then app_now() end
    where rule = ${rule} and day = shanghai_date(app_now())`.execute(tx)
}

/** Counts files that another job deleted since the last night. */
export async function countDeletedFiles(tx: Tx, purpose: string, rule: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from file where purpose = ${purpose} and deleted_at > coalesce(
      (select max(finished_at) from retention_run where rule = ${rule}), (select app_now()) - interval '1 day')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
