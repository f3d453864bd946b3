import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { withdrawHours } from '../../certification_grant/service.ts'
import { expireOwned } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { findStudent, mergedAccounts } from '../../student/service.ts'
import { reversedMessage } from '../messages.ts'
import { isFirstLook } from '../policy.ts'
import { listStandingEvidence, type ReductionRow } from '../store/reductions.ts'
import { listSteps, type StepAction } from '../store/steps.ts'
import { deskReduction } from './desk.ts'
import { lockHandedIn, madeFrom, requireLastStep, take } from './review.ts'

interface Check {
  id: string
  version: number
  verdict: 'PASS' | 'REVERSE'
  opinion: string
}

/** The second look at an approved application that was drawn, by another reviewer: it stands, or its hours go. */
export async function checkReduction(deps: Deps, staff: StaffAtWork, input: Check) {
  const { id, version, verdict, opinion } = input
  const action = verdict === 'PASS' ? 'CHECKED' : 'REVERSED'
  await inTransaction(deps.db, async (tx) => {
    const row = await lockHandedIn(tx, id)
    const steps = await listSteps(tx, id)
    if (isRepeat(staff, madeFrom(steps, version), { action, opinion })) return
    requireLastStep(row, steps, version)
    if (row.sample !== 'PENDING' || row.reversedAt) refuse('reduction.notSampled')
    if (!isFirstLook(staff, steps)) refuse('reduction.secondPerson')
    if (verdict === 'REVERSE') return takeBack(tx, deps, staff, row, opinion)
    await take(tx, staff, row, { to: { sample: 'DONE' }, action, opinion, hours: null })
    const detail = { applyNo: row.applyNo, reason: opinion }
    await auditStaff(tx, staff, 'reduction.checked', id, detail)
  })
  return deskReduction(deps, staff, id)
}

/** Takes approved hours back with a reason. */
export async function reverseReduction(
  deps: Deps,
  staff: StaffAtWork,
  { id, version, reason }: { id: string; version: number; reason: string },
) {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockHandedIn(tx, id)
    const steps = await listSteps(tx, id)
    if (isRepeat(staff, madeFrom(steps, version), { action: 'REVERSED', opinion: reason })) return
    requireLastStep(row, steps, version)
    if (row.state !== 'APPROVED' || row.reversedAt) refuse('reduction.notApproved')
    await takeBack(tx, deps, staff, row, reason)
  })
  return deskReduction(deps, staff, id)
}

/** Reverses the ledger's entry of an approved application; a proof that stood on it is revoked, and issued anew where the year is still full. */
export async function takeBack(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  row: ReductionRow,
  reason: string,
): Promise<void> {
  const { id, applyNo, studentId, year, hoursApproved } = row
  const to = { reverseReason: reason, ...(row.sample ? { sample: 'DONE' as const } : {}) }
  await take(tx, staff, row, { to, action: 'REVERSED', opinion: reason, hours: null })
  const entry = { studentId, year, source: 'REDUCTION', sourceId: id } as const
  const words = `学时减免 ${applyNo} 已冲销：${reason}`
  const actor = staff.username
  if (!(await withdrawHours(tx, deps, { ...entry, actor, reason: words })))
    refuse('reduction.notInLedger')
  const detail = { applyNo, tenths: hoursApproved, reason }
  await auditStaff(tx, staff, 'reduction.reversed', id, detail)
  await forgetEvidence(tx, studentId)
  await notify(tx, reversedMessage(row, reason))
}

/** Of an erased account only the evidence of hours that stand was kept: what stands no more goes now. */
async function forgetEvidence(tx: Tx, studentId: string): Promise<void> {
  const student = await findStudent(tx, studentId)
  if (!student?.erasedAt) return
  const ids = [studentId, ...(await mergedAccounts(tx, studentId))]
  await expireOwned(tx, ids, await listStandingEvidence(tx, ids))
}

function isRepeat(
  staff: StaffAtWork,
  made: { staffId: string | null; action: StepAction; opinion: string } | undefined,
  said: { action: StepAction; opinion: string },
): boolean {
  return (
    made?.staffId === staff.staffId && made.action === said.action && made.opinion === said.opinion
  )
}
