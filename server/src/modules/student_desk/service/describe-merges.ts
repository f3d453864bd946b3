import { lockRule } from '../../../platform/auth/lock-rule.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayDecide } from '../policy.ts'
import { findDeskRows } from '../store/desk.ts'
import type { MergeRow, Outcome } from '../store/merges.ts'
import { toHead } from '../view.ts'
import { readStanding, type Standing } from './hindrances.ts'

/** Proposals as the desk shows them, with what hinders the open ones now. */
export async function describeMerges(deps: Deps, staff: StaffAtWork, rows: MergeRow[]) {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ keptId, closedId }) => [keptId, closedId]))]
  const found = await findDeskRows(deps.db, ids, await lockRule(deps.settings))
  const heads = new Map(found.map((row) => [row.id, toHead(row)]))
  const headOf = (id: string) => heads.get(id) ?? refuse('student_desk.notFound')
  return Promise.all(
    rows.map(async (row) => ({
      ...(await standingOf(deps, row)),
      id: row.id,
      kept: headOf(row.keptId),
      closed: headOf(row.closedId),
      reason: row.reason,
      proposedBy: row.proposerName,
      proposedAt: row.proposedAt,
      state: stateOf(row),
      decidedBy: row.deciderName,
      decidedAt: row.decidedAt,
      decideReason: row.decideReason,
      own: !mayDecide(staff, row),
      outcome: outcomeOf(row),
    })),
  )
}

/** Of a proposal that is decided there is nothing to look at any more. */
async function standingOf(deps: Deps, row: MergeRow) {
  if (row.decision) return { obstacles: [], overlap: null, freeYears: [] }
  return toShown(await readStanding(deps.db, deps, row))
}

/** The column's guarantee: a check of the table. */
function stateOf({ decision }: MergeRow) {
  return (decision ?? 'PROPOSED') as 'PROPOSED' | 'DONE' | 'REJECTED' | 'WITHDRAWN'
}

/** The column's guarantee: setDecision writes it. */
function outcomeOf({ outcome }: MergeRow) {
  if (!outcome) return null
  const { hours, restarted = 0, ...rest } = outcome as unknown as Outcome
  return { ...rest, restarted, hours: hours / 10 }
}

/** As the console shows how two accounts stand to each other. */
export function toShown({ overlap, ...standing }: Standing) {
  if (!overlap) return { ...standing, overlap }
  const { seconds, courses } = overlap
  const restarts = courses.map(({ year, title }) => ({ year, title }))
  return { ...standing, overlap: { seconds, restarts } }
}
