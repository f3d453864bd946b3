import { sql } from 'kysely'
import type { Env } from '../env.ts'
import { urlsOfHosts } from './client.ts'
import { type Db, requireOneRow } from './database.ts'

/** Why writes that were answered could be lost when another host takes over. */
export type CommitRisk = 'NO_SYNCHRONOUS_STANDBY' | 'COMMIT_DOES_NOT_WAIT'

/**
 * Several hosts in the address show that there are standbys, else those that are connected. A pooler's address names no
 * hosts of the database. @returns null when each answered write is on a standby too, or when there is none that could
 * take over
 */
export async function findCommitRisk(
  db: Db,
  { databaseUrl, databaseDirectUrl }: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>,
): Promise<CommitRisk | null> {
  const severalHosts = urlsOfHosts(databaseDirectUrl ?? databaseUrl ?? '').length > 1
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
