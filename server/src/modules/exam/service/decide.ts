import type { AuditAction } from '@ce/contract'
import {
  type Approval,
  isProposer,
  isRepeatedRequest,
  lockProposalToDecide,
  withdrawProposal,
} from '../../../platform/approvals.ts'
import { auditStaff } from '../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findSignCourse } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import { appealRemedyRefusedMessage, attemptExtendedMessage } from '../messages.ts'
import { isAppealRemedy, setAppealDecision } from '../store/appeals.ts'
import { findAttempt, type LockedAttempt, lockAttempt, toAnswersByQuestion } from '../store/attempts.ts'
import {
  type ExamDecision,
  type ExamDecisionFilter,
  type ExamDecisionKind,
  examDecisionTable,
  extendAttempt,
  findExamDecision,
  insertExamDecision,
  listExamDecisions,
} from '../store/decisions.ts'
import { lockAttemptsOfCourse } from '../store/voids.ts'
import { addCapturesForAddedTime } from './added-time.ts'
import { requireComparablePictures } from './capture.ts'
import { endAttemptIfOverdue, finishAttempt } from './finish.ts'
import { requireConsequencesSeen, restoreAttempt, voidAttempt } from './void.ts'

const decisions = {
  ...examDecisionTable,
  standing: ({ askedById: proposer, state, decidedBy: decider }) => ({ proposer, state, decider }),
  refusals: {
    missing: 'exam.decisionNotFound',
    secondPerson: 'exam.secondPerson',
    notProposer: 'exam.notAsker',
    decided: 'exam.decisionTaken',
  },
} satisfies Approval<ExamDecision>

interface Asked {
  id: string
  attemptId: string
  kind: ExamDecisionKind
  seconds?: number | undefined
  reason: string
}

/** The proposal has no effect until a second person agrees. A repeat gets the first response. */
export async function proposeAttemptDecision(deps: Deps, staff: StaffAtWork, input: Asked) {
  await settleOverdue(deps, input.attemptId)
  return inTransaction(deps.db, (tx) => proposeAttemptDecisionInTransaction(tx, staff, input))
}

export async function proposeAttemptDecisionInTransaction(tx: Tx, staff: StaffAtWork, input: Asked) {
  const { id, attemptId, kind, reason, seconds = null } = input
  const there = await findExamDecision(tx, id)
  if (there)
    return isRepeatedRequest(there, { ...{ attemptId, kind, seconds, reason }, askedById: staff.staffId })
      ? toShown(staff, there)
      : refuse('exam.keyUsed')
  const attempt = await lockAttempt(tx, attemptId, 0)
  if (!attempt) return refuse('exam.attemptNotFound')
  refusePointless(attempt, kind)
  if (kind === 'VOID') await requireComparablePictures(tx, attemptId, { ground: null, words: { reason } })
  const row = { id, attemptId, kind, seconds, reason, askedBy: staff.staffId }
  if (!(await insertExamDecision(tx, row))) return refuse('exam.decisionWaiting')
  await tell(tx, staff, 'exam.decisionAsked', { id, attemptId, kind, seconds, reason })
  await setAppealDecision(tx, { attemptId, kind, decisionId: id })
  return shown(tx, staff, id)
}

function refusePointless(attempt: LockedAttempt, kind: ExamDecisionKind): void {
  if (kind === 'EXTEND' && attempt.submittedAt) refuse('exam.notRunning')
  if (kind === 'RESTORE' && !(attempt.voidedAt && attempt.submittedAt)) refuse('exam.notVoid')
  if (kind === 'VOID' && attempt.voidedAt) refuse('exam.alreadyVoid')
  if (kind === 'RESET' && !attempt.counts) refuse('exam.alreadyVoid')
}

interface Decided {
  id: string
  approve: boolean
  note: string
  seen?: string[] | undefined
}

export async function decideAttemptDecision(deps: Deps, staff: StaffAtWork, { id, approve, note, seen }: Decided) {
  const asked = await findExamDecision(deps.db, id)
  if (!asked) return refuse('exam.decisionNotFound')
  await settleOverdue(deps, asked.attemptId)
  return inTransaction(deps.db, async (tx) => {
    const state = approve ? 'DONE' : 'REFUSED'
    const isRepeat = (held: ExamDecision) => isRepeatedRequest(held, { state, note })
    const { held: decision, waits } = await lockProposalToDecide(tx, decisions, { staff, id, isRepeat })
    if (!waits) return toShown(staff, decision)
    if (approve) {
      if (decision.kind === 'VOID')
        await requireComparablePictures(tx, decision.attemptId, {
          ground: null,
          words: { note, reason: decision.reason },
        })
      await carryOut(tx, deps, staff, decision, seen)
    } else await tellOfRefusal(tx, decision)
    await decisions.end(tx, id, { state, by: staff.staffId, reason: note })
    const { attemptId, kind, seconds, reason, askedBy } = decision
    const detail = { id, attemptId, kind, seconds, reason, askedBy, note }
    await tell(tx, staff, approve ? 'exam.decisionDone' : 'exam.decisionRefused', detail)
    return shown(tx, staff, id)
  }).catch((error: { constraint?: string }) => {
    if (error.constraint === 'attempt_one_standing')
      return refuse('exam.restoreBlocked', { problem: '学员刚刚又开始了考试，请交卷后再办理' })
    throw error
  })
}

export async function withdrawAttemptDecision(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  await withdrawProposal(deps.db, decisions, { staff, id }, async (tx, decision) => {
    await decisions.end(tx, id, { state: 'WITHDRAWN', by: staff.staffId, reason: '' })
    const { attemptId, kind, seconds, reason } = decision
    await tellOfRefusal(tx, decision)
    await tell(tx, staff, 'exam.decisionWithdrawn', { id, attemptId, kind, seconds, reason })
  })
  return shown(deps.db, staff, id)
}

async function carryOut(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { id, attemptId, kind, seconds, reason }: ExamDecision,
  seen: string[] | undefined,
): Promise<void> {
  if (kind === 'RESTORE') return restoreAttempt(tx, deps, staff, { attemptId, reason, decisionId: id, seen })
  if (kind !== 'EXTEND') await lockAttemptsOfCourse(tx, attemptId)
  const attempt = await lockAttempt(tx, attemptId, 0)
  if (!attempt) return refuse('exam.attemptNotFound')
  refusePointless(attempt, kind)
  if (kind === 'EXTEND') return extend(tx, attempt, { id, seconds: seconds ?? 0, reason })
  await requireConsequencesSeen(tx, attempt, kind, seen)
  if (!attempt.submittedAt) {
    const { savedSeq, logHash } = attempt
    const answers = toAnswersByQuestion(attempt.answers)
    await finishAttempt(tx, deps, attempt, { by: 'STAFF', answers, savedSeq, logHash })
  }
  await voidAttempt(tx, deps, staff, { attemptId, reason, givenBack: kind === 'RESET' })
}

async function extend(
  tx: Tx,
  attempt: LockedAttempt,
  added: { id: string; seconds: number; reason: string },
): Promise<void> {
  const { id: attemptId, no, startedAt, deadline } = attempt
  const { seconds } = added
  const until = new Date(deadline.getTime() + seconds * 1000)
  await addCapturesForAddedTime(tx, [{ attemptId, startedAt, deadline, from: deadline, until }])
  await extendAttempt(tx, attemptId, seconds)
  const course = await findSignCourse(tx, attempt.signCourseId)
  if (!course) throw new Error('the sign course of an attempt is gone')
  await notify(tx, attemptExtendedMessage({ attemptId, no, course }, added))
}

/** Tells the student that the remedy of an upheld appeal was rejected. */
async function tellOfRefusal(tx: Tx, { id, attemptId }: ExamDecision): Promise<void> {
  const attempt = (await isAppealRemedy(tx, id)) && (await findAttempt(tx, attemptId, 0))
  if (!attempt) return
  const course = await findSignCourse(tx, attempt.signCourseId)
  if (!course) throw new Error('the sign course of an attempt is gone')
  await notify(tx, appealRemedyRefusedMessage({ attemptId, no: attempt.no, course }, id))
}

async function settleOverdue(deps: Deps, attemptId: string): Promise<void> {
  await endAttemptIfOverdue(deps, attemptId)
}

function tell(
  tx: Tx,
  staff: StaffAtWork,
  action: AuditAction,
  { attemptId: subject, ...detail }: { attemptId: string } & Record<string, unknown>,
): Promise<void> {
  return auditStaff(tx, staff, action, subject, detail)
}

async function shown(db: Db, staff: StaffAtWork, id: string) {
  const decision = await findExamDecision(db, id)
  return decision ? toShown(staff, decision) : refuse('exam.decisionNotFound')
}

function toShown(staff: StaffAtWork, { askedById, phone, ...decision }: ExamDecision) {
  return { ...decision, phoneMasked: maskPhone(phone), mine: isProposer(staff, askedById) }
}

/** Each decision says what this staff member may do with it. */
export async function deskAttemptDecisions({ db }: Deps, staff: StaffAtWork, filter: ExamDecisionFilter) {
  const { list, ...page } = await listExamDecisions(db, filter)
  return { list: list.map((one) => toShown(staff, one)), ...page }
}
