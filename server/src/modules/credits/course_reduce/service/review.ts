import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse, toRefusalResponse } from '../../../../platform/errors.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { notify } from '../../../message/service.ts'
import { lockStudents } from '../../../student/service.ts'
import { creditHours } from '../../certification_grant/service/credit.ts'
import { lockLedger } from '../../hours/service.ts'
import { reductionApprovedMessage, reductionRejectedMessage, reductionReturnedMessage } from '../messages.ts'
import { isOtherReviewer } from '../policy.ts'
import { hoursToTenths } from '../rule.ts'
import { findReduction, type ReductionChange, type ReductionRow, updateReduction } from '../store/reductions.ts'
import { insertReviewStep, listReviewSteps, type ReviewStepAction } from '../store/steps.ts'
import type { ReductionRuleRow } from '../store/types.ts'
import { deskReduction } from './desk.ts'
import { requireReductionRule } from './read.ts'
import {
  reductionActivityOf,
  requireBatchApprovable,
  requireOverlapConfirmed,
  requireWithinYearlyCap,
} from './require-rule.ts'

export interface ReductionDecision {
  id: string
  version: number
  decision: 'APPROVE' | 'RETURN' | 'REJECT'
  hours: number | null
  opinion: string
  /** Overlapping approved applications that the reviewer's opinion explains. */
  despiteOverlap: string[]
}

/**
 * The last approval also credits the hours in its transaction. A repeated call finds its stored step. @throws Refusal
 * reduction.reviewStale, reduction.overCap, reduction.secondPerson, reduction.overlapping
 */
export async function decideReduction(deps: Deps, staff: StaffAtWork, input: ReductionDecision) {
  await inTransaction(deps.db, (tx) => decideIn(tx, deps, staff, input))
  return deskReduction(deps, staff, input.id)
}

/** Each approval has its own transaction. Possible duplicates are left out. */
export async function approveReductions(
  deps: Deps,
  staff: StaffAtWork,
  { items, opinion }: { items: { id: string; version: number }[]; opinion: string },
) {
  // Read all applications first, so that the response lists each of them even after a failure.
  const found = []
  for (const item of items) found.push({ ...item, applyNo: (await findReduction(deps.db, item.id))?.applyNo ?? '' })
  const list = []
  for (const { applyNo, ...item } of found) {
    const problem = await approveOne(deps, staff, { ...item, opinion })
    list.push({ id: item.id, applyNo, done: problem === null, problem })
  }
  return { list }
}

async function approveOne(
  deps: Deps,
  staff: StaffAtWork,
  item: { id: string; version: number; opinion: string },
): Promise<string | null> {
  try {
    const what = { ...item, decision: 'APPROVE' as const, hours: null, despiteOverlap: [] }
    await inTransaction(deps.db, (tx) => decideIn(tx, deps, staff, { ...what, among: true }))
    return null
  } catch (error) {
    if (error instanceof Refusal) return toRefusalResponse(error.key, error.detail).body.msg
    logFault(`approving ${item.id}`, error)
    // The commit may have succeeded although the connection ended.
    return '服务器出错，不能确定是否已通过，请再试一次'
  }
}

/** `among` is true when several applications are approved together. */
async function decideIn(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  input: ReductionDecision & { among?: boolean },
): Promise<void> {
  const { opinion, hours } = input
  const step = { actions: actionsOf[input.decision], opinion, hours }
  const held = await lockReductionToReview(tx, staff, input, step)
  if (!held) return
  const { row, steps } = held
  if (row.state !== 'SUBMITTED') refuse('reduction.notInReview')
  if (!isOtherReviewer(staff, steps)) refuse('reduction.secondPerson')
  if (input.among) await requireBatchApprovable(tx, row)
  if (input.decision === 'APPROVE') return approve(tx, deps, staff, row, input)
  const returned = input.decision === 'RETURN'
  const state = returned ? 'RETURNED' : 'REJECTED'
  await applyReviewStep(tx, staff, row, {
    to: { state, passedLevels: 0, hoursApproved: null },
    action: state,
    opinion: input.opinion,
    hours: null,
  })
  const detail = { applyNo: row.applyNo, reason: input.opinion }
  const action = returned ? 'reduction.returned' : 'reduction.rejected'
  await auditStaff(tx, staff, action, row.id, detail)
  await notify(tx, (returned ? reductionReturnedMessage : reductionRejectedMessage)(row, input.opinion))
}

async function approve(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  row: ReductionRow,
  { hours, opinion, despiteOverlap }: ReductionDecision,
): Promise<void> {
  const rule = await requireReductionRule(tx, row)
  const asked = reductionActivityOf(row)
  const granted = hoursToTenths(hours) ?? row.hoursApproved ?? asked.hours
  if (granted > asked.hours) {
    const problem = `核定学时不能超过申请的 ${asked.hours / 10} 学时`
    refuse('reduction.againstRule', { problem, fields: { hours: problem } })
  }
  await requireWithinYearlyCap(tx, row, rule, { granted, waiting: false })
  const overlapping = await requireOverlapConfirmed(tx, row, despiteOverlap)
  const passedLevels = row.passedLevels + 1
  const last = passedLevels >= rule.levels
  const to: ReductionChange = last
    ? { state: 'APPROVED', passedLevels, hoursApproved: granted, sample: drawn(rule) }
    : { passedLevels, hoursApproved: granted }
  const action = last ? 'APPROVED' : 'FIRST_PASSED'
  await applyReviewStep(tx, staff, row, { to, action, opinion, hours: granted })
  const { applyNo, typeName: type } = row
  const detail = {
    applyNo,
    tenths: granted,
    type,
    reason: opinion,
    ...(overlapping.length > 0 ? { overlapping } : {}),
  }
  await auditStaff(tx, staff, last ? 'reduction.approved' : 'reduction.firstPassed', row.id, detail)
  if (!last) return
  await credit(tx, deps, staff, row, granted)
  await notify(tx, reductionApprovedMessage(row, granted))
}

async function credit(tx: Tx, deps: Deps, { username }: StaffAtWork, row: ReductionRow, hours: number): Promise<void> {
  const { studentId, year, subject } = reductionActivityOf(row)
  const added = await creditHours(tx, deps, [
    {
      studentId,
      year,
      subject,
      source: 'REDUCTION',
      sourceId: row.id,
      hours,
      title: row.typeName,
      actor: username,
    },
  ])
  if (added.length === 0) throw new Error('a reduction was credited before it was approved')
}

/** Selects approvals at random for a second check; `samplePercent` is the probability. */
function drawn({ samplePercent }: ReductionRuleRow): 'PENDING' | null {
  return Math.random() * 100 < samplePercent ? 'PENDING' : null
}

/**
 * Locks the student's ledger and the application, so that the yearly cap is not exceeded and two reviewers decide one
 * after the other.
 * @returns undefined if this reviewer has already taken the same step on this version
 * @throws Refusal reduction.reviewStale naming the faster reviewer
 */
export async function lockReductionToReview(
  tx: Tx,
  staff: StaffAtWork,
  { id, version }: { id: string; version: number },
  step: { actions: readonly ReviewStepAction[]; opinion: string; hours?: number | null },
) {
  const before = await findReduction(tx, id)
  if (!before?.submittedAt) return refuse('reduction.notFound')
  await lockLedger(tx, before.studentId)
  await lockStudents(tx, [before.studentId])
  const row = (await findReduction(tx, id)) ?? refuse('reduction.notFound')
  const steps = await listReviewSteps(tx, id)
  const made = steps.find((one) => one.version === version + 1)
  const { actions, opinion, hours = null } = step
  const isRepeat =
    made?.staffId === staff.staffId &&
    actions.includes(made.action) &&
    made.opinion === opinion &&
    (hours === null || made.hours === hoursToTenths(hours))
  if (isRepeat) return undefined
  if (row.version !== version) refuse('reduction.reviewStale', { by: steps.at(-1)?.staffName ?? '学员本人' })
  return { row, steps }
}

const actionsOf: Record<ReductionDecision['decision'], readonly ReviewStepAction[]> = {
  APPROVE: ['FIRST_PASSED', 'APPROVED'],
  RETURN: ['RETURNED'],
  REJECT: ['REJECTED'],
}

export async function applyReviewStep(
  tx: Tx,
  staff: StaffAtWork,
  row: ReductionRow,
  { to, ...step }: { to: ReductionChange; action: ReviewStepAction; opinion: string; hours: number | null },
): Promise<void> {
  if (!(await updateReduction(tx, row, to))) refuse('reduction.reviewStale', { by: '' })
  const made = { reductionId: row.id, version: row.version + 1, staffId: staff.staffId }
  await insertReviewStep(tx, { ...made, ...step })
}
