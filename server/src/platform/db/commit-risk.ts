import { sql } from 'kysely'
import { type Db, requireOneRow } from './database.ts'

/** Why writes that were answered could be lost when another host takes over. */
export type CommitRisk = 'NO_SYNCHRONOUS_STANDBY' | 'COMMIT_DOES_NOT_WAIT'

/**
 * @param severalHosts whether DATABASE_URL names several hosts; otherwise connected standbys show that there are some
 * @returns null when each answered write is on a standby too, or when there is none that could take over
 */
export async function findCommitRisk(db: Db, severalHosts: boolean): Promise<CommitRisk | null> {
  const { waits, standbys, named } = await requireOneRow(
    db,
    sql<{ waits: boolean; standbys: boolean; named: boolean }>`
      select current_setting('synchronous_commit') not in ('off', 'local') as waits,
        current_setting('synchronous_standby_names') <> '' as named,
        exists (select from pg_stat_replication where state is distinct from 'backup') as standbys`,
  )
  if (!severalHosts && !standbys && !named) return null
  if (!named) return 'NO_SYNCHRONOUS_STANDBY'
  return waits ? null : 'COMMIT_DOES_NOT_WAIT'
}
