import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refusalAnswer, refuse } from '../../../platform/errors.ts'
import { logFault } from '../../../platform/observability/log.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { creditHours } from '../../certification_grant/service.ts'
import { lockLedger } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { lockStudents } from '../../student/service.ts'
import { approvedMessage, rejectedMessage, returnedMessage } from '../messages.ts'
import { isFirstLook } from '../policy.ts'
import { asTenths } from '../rule.ts'
import { type Change, change, findReduction, type ReductionRow } from '../store/reductions.ts'
import { insertStep, listSteps, type StepAction, type StepRow } from '../store/steps.ts'
import type { RuleRow } from '../store/types.ts'
import { deskReduction } from './desk.ts'
import { requireNoDoubt, requireOverlapSeen } from './doubts.ts'
import { requireRule } from './read.ts'
import { activityOf, requireWithinCap } from './require-rule.ts'

export interface Decision {
  id: string
  version: number
  decision: 'APPROVE' | 'RETURN' | 'REJECT'
  hours: number | null
  opinion: string
  /** approved applications whose days overlap, of which the opinion says why this is another activity */
  despiteOverlap: string[]
}

/**
 * A reviewer's word. The last level's approval and its hours in the ledger, with the proof they may fill, are one transaction. A repeat
 * finds its own step. @throws Refusal reduction.reviewStale when somebody was faster, reduction.overCap, reduction.secondPerson,
 * reduction.overlapping
 */
export async function decideReduction(deps: Deps, staff: StaffAtWork, input: Decision) {
  await inTransaction(deps.db, (tx) => decideIn(tx, deps, staff, input))
  return deskReduction(deps, staff, input.id)
}

/**
 * Approves many, each in a transaction of its own: what is refused, or fails, says why and hinders nobody. What may be an activity that was
 * applied for elsewhere too is left to be looked at by itself.
 */
export async function approveAll(
  deps: Deps,
  staff: StaffAtWork,
  { items, opinion }: { items: { id: string; version: number }[]; opinion: string },
) {
  // before the first is decided: whatever fails then, the answer tells which are through
  const found = []
  for (const item of items)
    found.push({ ...item, applyNo: (await findReduction(deps.db, item.id))?.applyNo ?? '' })
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
    if (error instanceof Refusal) return refusalAnswer(error.key, error.detail).body.msg
    logFault(`approving ${item.id}`, error)
    // the connection may have ended with the commit under way: a repeat finds its own step
    return '服务器出错，不能确定是否已通过，请再试一次'
  }
}

/** `among`: one of many, which nobody has opened for itself. */
async function decideIn(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  input: Decision & { among?: boolean },
): Promise<void> {
  const row = await lockHandedIn(tx, input.id)
  const steps = await listSteps(tx, row.id)
  if (isRepeat(staff, steps, input)) return
  requireLastStep(row, steps, input.version)
  if (row.state !== 'SUBMITTED') refuse('reduction.notInReview')
  if (!isFirstLook(staff, steps)) refuse('reduction.secondPerson')
  if (input.among) await requireNoDoubt(tx, row)
  if (input.decision === 'APPROVE') return approve(tx, deps, staff, row, input)
  const returned = input.decision === 'RETURN'
  const state = returned ? 'RETURNED' : 'REJECTED'
  await take(tx, staff, row, {
    to: { state, passedLevels: 0, hoursApproved: null },
    action: state,
    opinion: input.opinion,
    hours: null,
  })
  const detail = { applyNo: row.applyNo, reason: input.opinion }
  const action = returned ? 'reduction.returned' : 'reduction.rejected'
  await auditStaff(tx, staff, action, row.id, detail)
  await notify(tx, (returned ? returnedMessage : rejectedMessage)(row, input.opinion))
}

async function approve(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  row: ReductionRow,
  { hours, opinion, despiteOverlap }: Decision,
): Promise<void> {
  const rule = await requireRule(tx, row)
  const asked = activityOf(row)
  const granted = asTenths(hours) ?? row.hoursApproved ?? asked.hours
  if (granted > asked.hours) {
    const problem = `核定学时不能超过申请的 ${asked.hours / 10} 学时`
    refuse('reduction.againstRule', { problem, fields: { hours: problem } })
  }
  await requireWithinCap(tx, row, rule, { granted, waiting: false })
  const overlapping = await requireOverlapSeen(tx, row, despiteOverlap)
  const passedLevels = row.passedLevels + 1
  const last = passedLevels >= rule.levels
  const to: Change = last
    ? { state: 'APPROVED', passedLevels, hoursApproved: granted, sample: drawn(rule) }
    : { passedLevels, hoursApproved: granted }
  const action = last ? 'APPROVED' : 'FIRST_PASSED'
  await take(tx, staff, row, { to, action, opinion, hours: granted })
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
  await notify(tx, approvedMessage(row, granted))
}

async function credit(
  tx: Tx,
  deps: Deps,
  { username }: StaffAtWork,
  row: ReductionRow,
  hours: number,
): Promise<void> {
  const { studentId, year, subject } = activityOf(row)
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

/** Of what is approved, so many in a hundred are drawn for a second look, by nobody's choice. */
function drawn({ samplePercent }: RuleRow): 'PENDING' | null {
  return Math.random() * 100 < samplePercent ? 'PENDING' : null
}

/** The application under the locks of its student's ledger and row: caps hold and two reviewers come one after the other. */
export async function lockHandedIn(tx: Tx, id: string): Promise<ReductionRow> {
  const before = await findReduction(tx, id)
  if (!before?.submittedAt) return refuse('reduction.notFound')
  await lockLedger(tx, before.studentId)
  await lockStudents(tx, [before.studentId])
  return (await findReduction(tx, id)) ?? refuse('reduction.notFound')
}

/** @throws Refusal reduction.reviewStale telling who was faster */
export function requireLastStep(row: ReductionRow, steps: StepRow[], version: number): void {
  if (row.version === version) return
  const last = steps.at(-1)
  refuse('reduction.reviewStale', { by: last?.staffName ?? '学员本人' })
}

const actionsOf: Record<Decision['decision'], readonly StepAction[]> = {
  APPROVE: ['FIRST_PASSED', 'APPROVED'],
  RETURN: ['RETURNED'],
  REJECT: ['REJECTED'],
}

/** The same person's same word about the same version. */
function isRepeat(staff: StaffAtWork, steps: StepRow[], input: Decision): boolean {
  const made = madeFrom(steps, input.version)
  return (
    made?.staffId === staff.staffId &&
    actionsOf[input.decision].includes(made.action) &&
    made.opinion === input.opinion &&
    (input.hours === null || made.hours === asTenths(input.hours))
  )
}

/** The step that was taken from the version that somebody read. */
export function madeFrom(steps: StepRow[], version: number): StepRow | undefined {
  return steps.find((step) => step.version === version + 1)
}

/** Changes an application and leaves the step of it. */
export async function take(
  tx: Tx,
  staff: StaffAtWork,
  row: ReductionRow,
  { to, ...step }: { to: Change; action: StepAction; opinion: string; hours: number | null },
): Promise<void> {
  if (!(await change(tx, row, to))) refuse('reduction.reviewStale', { by: '' })
  const made = { reductionId: row.id, version: row.version + 1, staffId: staff.staffId }
  await insertStep(tx, { ...made, ...step })
}
