import { isProposer } from '../../../../platform/approvals.ts'
import { readAccountLockRule } from '../../../../platform/auth/lock-rule.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findDeskStudents } from '../store/desk.ts'
import type { MergeOutcome, MergeRow } from '../store/merges.ts'
import { toDeskStudent } from '../view.ts'
import { type MergeFacts, readMergeFacts } from './merge-obstacles.ts'

/** Open proposals are shown with their current obstacles. */
export async function describeMergeProposals(deps: Deps, staff: StaffAtWork, rows: MergeRow[]) {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ keptId, closedId }) => [keptId, closedId]))]
  const found = await findDeskStudents(deps.db, ids, await readAccountLockRule(deps.settings))
  const heads = new Map(found.map((row) => [row.id, toDeskStudent(row)]))
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
      own: isProposer(staff, row.proposedBy),
      outcome: outcomeOf(row),
    })),
  )
}

async function standingOf(deps: Deps, row: MergeRow) {
  if (row.decision) return { obstacles: [], overlap: null, freeYears: [] }
  return toMergeView(await readMergeFacts(deps.db, deps, row))
}

/** A check constraint of the table guarantees the type. */
function stateOf({ decision }: MergeRow) {
  return (decision ?? 'PROPOSED') as 'PROPOSED' | 'DONE' | 'REJECTED' | 'WITHDRAWN'
}

/** Only decisions about merges write this column, so the cast is safe. */
function outcomeOf({ outcome }: MergeRow) {
  if (!outcome) return null
  const { hours, restarted = 0, ...rest } = outcome as unknown as MergeOutcome
  return { ...rest, restarted, hours: hours / 10 }
}

export function toMergeView({ overlap, ...standing }: MergeFacts) {
  if (!overlap) return { ...standing, overlap }
  const { seconds, courses } = overlap
  const restarts = courses.map(({ year, title }) => ({ year, title }))
  return { ...standing, overlap: { seconds, restarts } }
}
