import { expect } from 'vitest'
import { deps } from './world.ts'

export async function waitForLockWaiters(count: number): Promise<void> {
  const { pool } = await deps()
  const text = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await pool.query(text)).rows[0].waiting, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count)
}
