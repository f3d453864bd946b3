import { type IntegrityCheckName, integrityCheckNames } from '@ce/contract/integrity-checks'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface IntegrityRound {
  checked: number
  faultCount: number
  /** At most 100. */
  faults: string[]
}

/**
 * A row for each check of this version, also before its first round. A known fault stays until a complete round has not
 * found it again. The age of a check that never began counts from the last upgrade.
 */
export const integrityStatesSql = `
  select given.name, (case when ended_at is null then coalesce(checked, 0) else ended_checked end)::float8 as checked,
    coalesce(greatest(fault_count, ended_fault_count), 0)::float8 as fault_count,
    coalesce(case when fault_count > ended_fault_count then faults else ended_faults end, '{}') as faults, ended_at,
    extract(epoch from now() - coalesce(ended_at, began_at, (select max(at) from migration)))::float8 as age_seconds
  from unnest('{${integrityCheckNames.join()}}'::text[]) with ordinality as given (name, place)
  left join integrity_check using (name) order by place`

interface IntegrityState extends IntegrityRound {
  name: IntegrityCheckName
  endedAt: Date | null
  ageSeconds: number
}

export async function listIntegrityStates(db: Db): Promise<IntegrityState[]> {
  return (await sql.raw<IntegrityState>(integrityStatesSql).execute(db)).rows
}
