import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayDecide } from '../policy.ts'
import { findDeskRows } from '../store/desk.ts'
import { findHindrances, type Hindrances, type MergeRow, type Outcome } from '../store/merges.ts'
import { toHead } from '../view.ts'
import { lockRule } from './lock-rule.ts'

/** Proposals as the desk shows them, with what hinders the open ones now. */
export async function describeMerges(deps: Deps, staff: StaffAtWork, rows: MergeRow[]) {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ keptId, closedId }) => [keptId, closedId]))]
  const found = await findDeskRows(deps.db, ids, await lockRule(deps))
  const heads = new Map(found.map((row) => [row.id, toHead(row)]))
  const headOf = (id: string) => heads.get(id) ?? refuse('student_desk.notFound')
  return Promise.all(
    rows.map(async (row) => ({
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
      obstacles: row.decision ? [] : obstaclesOf(await findHindrances(deps.db, row)),
      own: !mayDecide(staff, row),
      outcome: outcomeOf(row),
    })),
  )
}

/** The column's guarantee: a check of the table. */
function stateOf({ decision }: MergeRow) {
  return (decision ?? 'PROPOSED') as 'PROPOSED' | 'DONE' | 'REJECTED'
}

/** The column's guarantee: setDecision writes it. */
function outcomeOf({ outcome }: MergeRow) {
  if (!outcome) return null
  const { hours, ...rest } = outcome as unknown as Outcome
  return { ...rest, hours: hours / 10 }
}

/** What hinders a merge, in words a member of staff can act on. */
export function obstaclesOf(found: Hindrances): string[] {
  return [
    ...(found.running ? ['有一场考试正在进行，请等交卷之后再合并'] : []),
    ...(found.openOrder ? ['有订单待支付或退款中，请先办结'] : []),
    ...(found.extraTime ? ['两个账号设置的考试加时不同，请先在考场取消其中一个'] : []),
    ...found.bothPaid.map((year) => `两个账号都已缴 ${year} 年度的费用，请先退其中一笔`),
    ...found.taken.map(
      (year) => `保留的账号有 ${year} 年度未缴费的报名，缴费的是另一个账号，请对调后再申请`,
    ),
  ]
}
