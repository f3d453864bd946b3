import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { ReductionState } from './reductions.ts'

/**
 * Whether `other`, approved or waiting, may be the activity of `reduction` once more (decision 042): the same student and type, and days that
 * both name. All that a year asks for is granted for a state of affairs, which may last over years and subjects: there only the same year's.
 */
export const overlaps = sql<boolean>`other.student_id = reduction.student_id and other.type_id = reduction.type_id
  and other.id <> reduction.id and other.state in ('SUBMITTED', 'APPROVED') and other.reversed_at is null
  and other.start_date <= reduction.end_date and other.end_date >= reduction.start_date
  and (reduction_rule.hours_mode <> 'FULL_YEAR' or (other.year, other.subject) = (reduction.year, reduction.subject))`

export interface OverlapRow {
  id: string
  applyNo: string
  year: number
  startDate: string
  endDate: string
  state: ReductionState
}

/** Those that may be the same activity, in the order they were numbered. */
export async function listOverlaps(db: Db, reductionId: string): Promise<OverlapRow[]> {
  const { rows } = await sql<OverlapRow>`
    select other.id, other.apply_no as "applyNo", other.year, other.start_date as "startDate", other.end_date as "endDate",
      other.state
    from reduction
    join reduction_rule on (reduction_rule.type_id, reduction_rule.version) = (reduction.type_id, reduction.type_version)
    join reduction as other on ${overlaps}
    where reduction.id = ${reductionId} order by other.apply_no limit 50`.execute(db)
  return rows
}
