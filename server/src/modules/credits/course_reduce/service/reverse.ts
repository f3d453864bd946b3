import { auditStaff } from '../../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { expireFilesOfStudents } from '../../../file/service.ts'
import { notify } from '../../../message/service.ts'
import { findStudent, mergedAccounts } from '../../../student/service.ts'
import { reverseCreditedHours } from '../../certification_grant/service/credit.ts'
import { reductionReversedMessage } from '../messages.ts'
import { isOtherReviewer } from '../policy.ts'
import {
  listCapOverruns,
  listEvidenceOfCountedHours,
  moveReductionsTo,
  type ReductionRow,
} from '../store/reductions.ts'
import { deskReduction } from './desk.ts'
import { applyReviewStep, lockReductionToReview } from './review.ts'

interface Check {
  id: string
  version: number
  verdict: 'PASS' | 'REVERSE'
  opinion: string
}

/** Only another reviewer may check an approval. The hours of a wrong approval are reversed. */
export async function checkApprovedReduction(deps: Deps, staff: StaffAtWork, input: Check) {
  const { id, verdict, opinion } = input
  const action = verdict === 'PASS' ? 'CHECKED' : 'REVERSED'
  await inTransaction(deps.db, async (tx) => {
    const held = await lockReductionToReview(tx, staff, input, { actions: [action], opinion })
    if (!held) return
    const { row, steps } = held
    if (row.sample !== 'PENDING' || row.reversedAt) refuse('reduction.notSampled')
    if (!isOtherReviewer(staff, steps)) refuse('reduction.secondPerson')
    if (verdict === 'REVERSE') return reverseReductionHours(tx, deps, staff, row, opinion)
    await applyReviewStep(tx, staff, row, { to: { sample: 'DONE' }, action, opinion, hours: null })
    const detail = { applyNo: row.applyNo, reason: opinion }
    await auditStaff(tx, staff, 'reduction.checked', id, detail)
  })
  return deskReduction(deps, staff, id)
}

export async function reverseReduction(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; version: number; reason: string },
) {
  const { id, reason } = input
  await inTransaction(deps.db, async (tx) => {
    const step = { actions: ['REVERSED' as const], opinion: reason }
    const held = await lockReductionToReview(tx, staff, input, step)
    if (!held) return
    const { row } = held
    if (row.state !== 'APPROVED' || row.reversedAt) refuse('reduction.notApproved')
    await reverseReductionHours(tx, deps, staff, row, reason)
  })
  return deskReduction(deps, staff, id)
}

/** Revokes the proof that contains the hours, and issues a new one if the year is still complete. */
export async function reverseReductionHours(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  row: ReductionRow,
  reason: string,
): Promise<void> {
  const { id, applyNo, studentId, year, hoursApproved } = row
  const to = { reverseReason: reason, ...(row.sample ? { sample: 'DONE' as const } : {}) }
  await applyReviewStep(tx, staff, row, { to, action: 'REVERSED', opinion: reason, hours: null })
  const entry = { studentId, year, source: 'REDUCTION', sourceId: id } as const
  const words = `学时减免 ${applyNo} 已冲销：${reason}`
  const actor = staff.username
  if (!(await reverseCreditedHours(tx, deps, { ...entry, actor, reason: words }))) refuse('reduction.notInLedger')
  const detail = { applyNo, tenths: hoursApproved, reason }
  await auditStaff(tx, staff, 'reduction.reversed', id, detail)
  await forgetEvidence(tx, studentId)
  await notify(tx, reductionReversedMessage(row, reason))
}

async function forgetEvidence(tx: Tx, studentId: string): Promise<void> {
  const student = await findStudent(tx, studentId)
  if (!student?.erasedAt) return
  const ids = [studentId, ...(await mergedAccounts(tx, studentId))]
  await expireFilesOfStudents(tx, ids, await listEvidenceOfCountedHours(tx, ids))
}

/**
 * Moves the applications of an account that a merge closes (docs/decisions/010-merging-students.md). Call this before
 * the hours move; hours of duplicate applications are reversed in the closing account.
 */
export async function moveReductions(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const twice = await moveReductionsTo(tx, from, to)
  for (const row of twice) await reverseReductionHours(tx, deps, staff, row, '账号合并：保留的账号已有同一活动的减免')
}

/** Lists caps that a merge would exceed; a reviewer must reverse the excess first. */
export async function capConflictsOfMerge(db: Db, pair: { from: string; to: string }): Promise<string[]> {
  return (await listCapOverruns(db, pair)).map(
    ({ name, year, subject, given, cap }) =>
      `两个账号 ${year} 年度${subject === 'PUBLIC' ? '公需' : '专业'}科目的“${name}”减免共 ${given / 10} 学时，超过这一类型的年度上限 ${cap / 10} 学时，请先冲销其中一笔`,
  )
}
