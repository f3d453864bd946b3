import type { AuditAction } from '@ce/contract'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { notify } from '../../message/service.ts'
import { findSignCourse } from '../../sign/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import { extendedMessage, remedyRefusedMessage } from '../messages.ts'
import { mayDecide, mayWithdraw } from '../policy.ts'
import { followAppeal, isRemedy } from '../store/appeals.ts'
import { findAttempt, type LockedAttempt, lockAttempt, toAnswers } from '../store/attempts.ts'
import {
  closeDecision,
  type Decision,
  type DecisionFilter,
  type DecisionKind,
  extendAttempt,
  findDecision,
  insertDecision,
  listDecisions,
  lockDecision,
} from '../store/decisions.ts'
import { lockCourseSittings } from '../store/voids.ts'
import { coverAddedTime } from './added-time.ts'
import { requireComparable } from './comparable.ts'
import { requireSeen } from './consequences.ts'
import { finishAttempt, settleAttempt } from './finish.ts'
import { restoreAttempt } from './restore.ts'
import { voidAttempt } from './void.ts'

interface Asked {
  id: string
  attemptId: string
  kind: DecisionKind
  seconds?: number | undefined
  reason: string
}

/** Asks for a decision about one sitting; nothing happens until a second person agrees. A repeat gets its first answer. */
export async function askDecision(deps: Deps, staff: StaffAtWork, input: Asked) {
  await settleOverdue(deps, input.attemptId)
  return inTransaction(deps.db, (tx) => askWithin(tx, staff, input))
}

/** The same in the caller's transaction, which has ended what was overdue. */
export async function askWithin(tx: Tx, staff: StaffAtWork, input: Asked) {
  const { id, attemptId, kind, reason, seconds = null } = input
  const there = await findDecision(tx, id)
  if (there) return answerRepeat(staff, there, input)
  const attempt = await lockAttempt(tx, attemptId, 0)
  if (!attempt) return refuse('exam.attemptNotFound')
  refusePointless(attempt, kind)
  if (kind === 'VOID') await requireComparable(tx, attemptId, { ground: null, words: { reason } })
  const row = { id, attemptId, kind, seconds, reason, askedBy: staff.staffId }
  if (!(await insertDecision(tx, row))) return refuse('exam.decisionWaiting')
  await tell(tx, staff, 'exam.decisionAsked', { id, attemptId, kind, seconds, reason })
  // of an upheld appeal whose first request came to nothing this is the next one
  await followAppeal(tx, { attemptId, kind, decisionId: id })
  return shown(tx, staff, id)
}

function answerRepeat(staff: StaffAtWork, there: Decision, input: Asked) {
  const same =
    there.askedById === staff.staffId &&
    there.attemptId === input.attemptId &&
    there.kind === input.kind &&
    there.seconds === (input.seconds ?? null) &&
    there.reason === input.reason
  return same ? toShown(staff, there) : refuse('exam.keyUsed')
}

function refusePointless(attempt: LockedAttempt, kind: DecisionKind): void {
  if (kind === 'EXTEND' && attempt.submittedAt) refuse('exam.notRunning')
  if (kind === 'RESTORE' && !(attempt.voidedAt && attempt.submittedAt)) refuse('exam.notVoid')
  if (kind === 'VOID' && attempt.voidedAt) refuse('exam.alreadyVoid')
  if (kind === 'RESET' && !attempt.counts) refuse('exam.alreadyVoid')
}

interface Decided {
  id: string
  approve: boolean
  note: string
  /** what the person was told would follow */
  seen?: string[] | undefined
}

/** A second person agrees, and it happens, or refuses. The same answer again changes nothing. */
export async function decide(deps: Deps, staff: StaffAtWork, { id, approve, note, seen }: Decided) {
  const asked = await findDecision(deps.db, id)
  if (!asked) return refuse('exam.decisionNotFound')
  await settleOverdue(deps, asked.attemptId)
  return inTransaction(deps.db, async (tx) => {
    await lockDecision(tx, id)
    const decision = await findDecision(tx, id)
    if (!decision) return refuse('exam.decisionNotFound')
    if (!mayDecide(staff, decision)) return refuse('exam.secondPerson')
    const state = approve ? 'DONE' : 'REFUSED'
    if (decision.state !== 'WAITING')
      return decision.state === state && decision.note === note
        ? toShown(staff, decision)
        : refuse('exam.decisionTaken', { by: decision.decidedBy })
    if (approve) {
      if (decision.kind === 'VOID')
        await requireComparable(tx, decision.attemptId, {
          ground: null,
          words: { note, reason: decision.reason },
        })
      await carryOut(tx, deps, staff, decision, seen)
    } else await tellOfRefusal(tx, decision)
    await closeDecision(tx, id, { state, decidedBy: staff.staffId, note })
    const { attemptId, kind, seconds, reason, askedBy } = decision
    const detail = { id, attemptId, kind, seconds, reason, askedBy, note }
    await tell(tx, staff, approve ? 'exam.decisionDone' : 'exam.decisionRefused', detail)
    return shown(tx, staff, id)
  }).catch((error: { constraint?: string }) => {
    // the next sitting was begun while this was being decided
    if (error.constraint === 'attempt_one_standing')
      return refuse('exam.restoreBlocked', { problem: '学员刚刚又开始了考试，请交卷后再办理' })
    throw error
  })
}

/** The asker's own word, while nobody has decided: nothing happens. A repeat changes nothing. */
export function withdrawDecision(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  return inTransaction(deps.db, async (tx) => {
    await lockDecision(tx, id)
    const decision = await findDecision(tx, id)
    if (!decision) return refuse('exam.decisionNotFound')
    if (!mayWithdraw(staff, decision)) return refuse('exam.notAsker')
    if (decision.state === 'WITHDRAWN') return toShown(staff, decision)
    if (decision.state !== 'WAITING')
      return refuse('exam.decisionTaken', { by: decision.decidedBy })
    await closeDecision(tx, id, { state: 'WITHDRAWN', decidedBy: staff.staffId, note: '' })
    const { attemptId, kind, seconds, reason } = decision
    await tellOfRefusal(tx, decision)
    await tell(tx, staff, 'exam.decisionWithdrawn', { id, attemptId, kind, seconds, reason })
    return shown(tx, staff, id)
  })
}

async function carryOut(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { id, attemptId, kind, seconds, reason }: Decision,
  seen: string[] | undefined,
): Promise<void> {
  if (kind === 'RESTORE')
    return restoreAttempt(tx, deps, staff, { attemptId, reason, decisionId: id, seen })
  if (kind !== 'EXTEND') await lockCourseSittings(tx, attemptId)
  const attempt = await lockAttempt(tx, attemptId, 0)
  if (!attempt) return refuse('exam.attemptNotFound')
  refusePointless(attempt, kind)
  if (kind === 'EXTEND') return extend(tx, attempt, { id, seconds: seconds ?? 0, reason })
  await requireSeen(tx, attempt, kind, seen)
  if (!attempt.submittedAt) {
    const { savedSeq, logHash } = attempt
    const answers = toAnswers(attempt.answers)
    await finishAttempt(tx, deps, attempt, { by: 'STAFF', answers, savedSeq, logHash })
  }
  await voidAttempt(tx, deps, staff, { attemptId, reason, givenBack: kind === 'RESET' })
}

/** Moves the bell, with captures in the added time; the student is told. */
async function extend(
  tx: Tx,
  attempt: LockedAttempt,
  added: { id: string; seconds: number; reason: string },
): Promise<void> {
  const { id: attemptId, no, startedAt, deadline } = attempt
  const { seconds } = added
  const until = new Date(deadline.getTime() + seconds * 1000)
  await coverAddedTime(tx, [{ attemptId, startedAt, deadline, from: deadline, until }])
  await extendAttempt(tx, attemptId, seconds)
  const course = await findSignCourse(tx, attempt.signCourseId)
  if (!course) throw new Error('the sign course of an attempt is gone')
  await notify(tx, extendedMessage({ attemptId, no, course }, added))
}

/** Of a request that followed from an upheld appeal the candidate hears that it came to nothing. */
async function tellOfRefusal(tx: Tx, { id, attemptId }: Decision): Promise<void> {
  const attempt = (await isRemedy(tx, id)) && (await findAttempt(tx, attemptId, 0))
  if (!attempt) return
  const course = await findSignCourse(tx, attempt.signCourseId)
  if (!course) throw new Error('the sign course of an attempt is gone')
  await notify(tx, remedyRefusedMessage({ attemptId, no: attempt.no, course }, id))
}

async function settleOverdue(deps: Deps, attemptId: string): Promise<void> {
  await settleAttempt(deps, attemptId)
}

function tell(
  tx: Tx,
  staff: StaffAtWork,
  action: AuditAction,
  { attemptId: subject, ...detail }: { attemptId: string } & Record<string, unknown>,
): Promise<void> {
  return auditStaff(tx, staff, action, subject, detail)
}

async function shown(tx: Tx, staff: StaffAtWork, id: string) {
  const decision = await findDecision(tx, id)
  return decision ? toShown(staff, decision) : refuse('exam.decisionNotFound')
}

function toShown(staff: StaffAtWork, { askedById, phone, ...decision }: Decision) {
  return { ...decision, phoneMasked: maskPhone(phone), mine: askedById === staff.staffId }
}

/** A page of proposed decisions, with what this member of staff may do to each (policy.ts). */
export async function deskDecisions({ db }: Deps, staff: StaffAtWork, filter: DecisionFilter) {
  const { list, ...page } = await listDecisions(db, filter)
  return { list: list.map((one) => toShown(staff, one)), ...page }
}
