import { isDeepStrictEqual } from 'node:util'
import { type AuditAuthor, auditStaff } from '../../../platform/audit.ts'
import { appNow, type Db, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findCourseExamRules } from '../../catalogue/service.ts'
import { restoreHours, reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'
import { forecastProof } from '../../credits/certification_grant/service/query.ts'
import { findEntriesOfSource, findFirstCreditDays, ledgerEntryKeyOf } from '../../credits/hours/service.ts'
import { findSignCourse, isSignPaid, lockSignCourses, type SignCourse } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { findStudent, holdOpenAccounts } from '../../student/service.ts'
import {
  describeRestoreConsequences,
  describeVoidConsequences,
  type RestoreContext,
  restoreProblem,
} from '../consequences.ts'
import { attemptResetMessage, attemptRestoredMessage, attemptVoidedMessage, reviewClearedMessage } from '../messages.ts'
import {
  type Attempt,
  findAttempt,
  listAttemptsOfSignCourse,
  listAttemptsWithCourse,
  lockAttempt,
} from '../store/attempts.ts'
import {
  claimPassToCredit,
  hasCreditedPass,
  lockAttemptsOfCourse,
  setAttemptRestored,
  setAttemptVoided,
  setReviewFlagCleared,
} from '../store/voids.ts'
import { reopenExamRound } from './finish.ts'

export type ReversibleDecision = 'VOID' | 'RESET' | 'RESTORE'

export interface DecisionConsequences {
  problem: string | null
  list: string[]
}

export async function readDecisionConsequences(
  { db }: Deps,
  { attemptId, kind }: { attemptId: string; kind: ReversibleDecision },
): Promise<DecisionConsequences> {
  const attempt = await findAttempt(db, attemptId, 0)
  if (!attempt) return refuse('exam.attemptNotFound')
  return computeDecisionConsequences(db, attempt, kind)
}

export async function computeVoidConsequences(db: Db, attemptId: string): Promise<string[]> {
  const attempt = await findAttempt(db, attemptId, 0)
  return attempt ? (await computeDecisionConsequences(db, attempt, 'VOID')).list : []
}

export async function computeDecisionConsequences(
  db: Db,
  attempt: Attempt,
  kind: ReversibleDecision,
): Promise<DecisionConsequences> {
  const situation = await situationOf(db, attempt, kind)
  if (kind === 'RESTORE') return { problem: restoreProblem(situation), list: describeRestoreConsequences(situation) }
  return { problem: null, list: describeVoidConsequences(situation, kind === 'RESET') }
}

/** @throws Refusal exam.consequencesChanged when the consequences differ from those that the person saw */
export async function requireConsequencesSeen(
  tx: Tx,
  attempt: Attempt,
  kind: ReversibleDecision,
  seen: string[] | undefined,
): Promise<string[]> {
  const { problem, list } = await computeDecisionConsequences(tx, attempt, kind)
  if (problem) refuse('exam.restoreBlocked', { problem })
  if (!isDeepStrictEqual(seen, list)) refuse('exam.consequencesChanged', { consequences: list })
  return list
}

async function situationOf(db: Db, attempt: Attempt, kind: ReversibleDecision): Promise<RestoreContext> {
  const { id, studentId, signCourseId, round, no, score, passed, counts, voidedAt } = attempt
  const course = await findSignCourse(db, signCourseId)
  const rules = course && (await findCourseExamRules(db, course.courseVersionId))
  const student = await findStudent(db, studentId)
  if (!course || !rules || !student) throw new Error('the sign course of an attempt is gone')
  const others = (await listAttemptsOfSignCourse(db, signCourseId, 0)).filter((one) => one.id !== id)
  const { standing, entries } = await findEntriesOfSource(db, studentId, 'COURSE', id)
  const [first] = entries
  const credited =
    first &&
    (await findFirstCreditDays(db, [{ studentId, entries: [first] }])).get(
      ledgerEntryKeyOf({ studentId, seq: first.seq }),
    )
  const { subject, year, trial } = course
  const coming = passed ? (first?.hours ?? course.hours) : 0
  const tenths = kind === 'RESTORE' ? coming : -(standing?.hours ?? 0)
  const used = others.filter((one) => one.round === course.round && one.counts).length
  const own = kind !== 'RESET' && round === course.round ? 1 : 0
  const after = others.filter(({ startedAt }) => startedAt > attempt.startedAt)
  return {
    ...{ no, score, passed, counts, year, trial, voidedAt },
    running: attempt.submittedAt === null,
    hours: Math.abs(tenths) / 10,
    since: shanghaiDay(credited ?? first?.at ?? attempt.submittedAt ?? attempt.now),
    refunded: !isSignPaid(course),
    closed: student.closedAt !== null,
    proof: await forecastProof(db, { studentId, year }, { subject, hours: tenths }),
    passedAs: others.find((one) => one.passed && !one.voidedAt && !one.covered)?.no ?? null,
    heir: others.find((one) => one.passed && !one.voidedAt && one.covered)?.no ?? null,
    runningNo: others.find(({ submittedAt }) => !submittedAt)?.no ?? null,
    later: after.filter(({ submittedAt }) => submittedAt).length,
    left: Math.max(0, rules.attemptsPerRound - used - own),
    roundBack: passed === true && course.round === round + 1 && !others.some((one) => one.round === course.round),
  }
}

interface Voiding {
  attemptId: string
  reason: string
  /** True when the attempt also stops counting in its round. */
  givenBack?: boolean
}

/**
 * @param seen the consequences shown to the person. Returns false when already void. @throws Refusal
 * exam.consequencesChanged.
 */
export async function voidAttemptAfterPreview(
  tx: Tx,
  deps: Deps,
  staff: AuditAuthor,
  { attemptId, reason, seen }: { attemptId: string; reason: string; seen: string[] | undefined },
): Promise<boolean> {
  await lockAttemptsOfCourse(tx, attemptId)
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  if (!attempt.submittedAt) refuse('exam.notSubmitted')
  if (attempt.voidedAt) return false
  await requireConsequencesSeen(tx, attempt, 'VOID', seen)
  await voidAttempt(tx, deps, staff, { attemptId, reason })
  return true
}

/**
 * Reverses the hours and revokes the proof (docs/rules/exam.md#void-and-regrade). The caller ensures that two people
 * agreed.
 */
export async function voidAttempt(
  tx: Tx,
  deps: Deps,
  staff: AuditAuthor,
  { attemptId, reason, givenBack = false }: Voiding,
): Promise<void> {
  await lockAttemptsOfCourse(tx, attemptId)
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  if (!attempt.submittedAt) refuse('exam.notSubmitted')
  await setAttemptVoided(tx, attemptId, { reason, givenBack })
  // A payment also locks the sign, so it has either credited the pass or will see the void.
  const [course] = await lockSignCourses(tx, [attempt.signCourseId])
  if (!course) throw new Error('the sign course of an attempt is gone')
  if (givenBack) await reopenExamRound(tx, attempt)
  const { studentId } = attempt
  const withdrawn = await reverseCreditedHours(tx, deps, {
    ...{ source: 'COURSE', sourceId: attemptId, studentId, year: course.year },
    actor: staff.username,
    reason: `考试作废：${reason}`,
  })
  const detail = { reason, studentId, givenBack, hoursReversed: withdrawn }
  await auditStaff(tx, staff, 'exam.voided', attemptId, detail)
  await creditUncovered(tx, deps, course)
  const { no, restoredAt } = attempt
  const told = { attemptId, no, restoredAt, course }
  await notify(tx, givenBack ? attemptResetMessage(told, reason) : attemptVoidedMessage(told, reason, withdrawn))
}

/**
 * Credits the hours of an earlier passed attempt that got none because the attempt that is now voided had the hours.
 */
async function creditUncovered(tx: Tx, deps: Deps, course: SignCourse): Promise<void> {
  const earlier = await claimPassToCredit(tx, course.id)
  if (!earlier?.submittedAt || !isSignPaid(course)) return
  const { studentId, year, subject, hours, title } = course
  const what = { source: 'COURSE', sourceId: earlier.id } as const
  await restoreHours(tx, deps, {
    ...what,
    ...{ studentId, year, subject, hours, title },
    since: earlier.submittedAt,
    withdrawn: await appNow(tx),
    reason: '学时改由本课程的另一次合格考试计入，换发新证明',
  })
}

/** Notifies the student only when the passed result still counts. */
export async function clearReviewFlag(tx: Tx, attemptId: string): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId, 0)
  await setReviewFlagCleared(tx, attemptId)
  if (!attempt?.passed || attempt.voidedAt) return
  const sitting = (await listAttemptsWithCourse(tx, [attemptId])).get(attemptId)
  if (sitting) await notify(tx, reviewClearedMessage(sitting))
}

interface Restoring {
  attemptId: string
  reason: string
  decisionId: string
  seen: string[] | undefined
}

/**
 * The hours come back with the day of their first credit, except when another passed attempt has the hours or the sign
 * was refunded. The caller ensures that two people agreed.
 */
export async function restoreAttempt(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { attemptId, reason, decisionId, seen }: Restoring,
): Promise<void> {
  await lockAttemptsOfCourse(tx, attemptId)
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  const { voidedAt, studentId } = attempt
  if (!voidedAt || !attempt.submittedAt) return refuse('exam.notVoid')
  // Refunds and payments lock the sign too, so its state cannot change from here on.
  const [course] = await lockSignCourses(tx, [attempt.signCourseId])
  if (!course) throw new Error('the sign course of an attempt is gone')
  const list = await requireConsequencesSeen(tx, attempt, 'RESTORE', seen)
  const covered = attempt.passed === true && (await hasCreditedPass(tx, attempt.signCourseId))
  await setAttemptRestored(tx, attemptId, covered)
  if (attempt.passed) await reopenExamRound(tx, attempt)
  let hoursRestored = false
  if (attempt.passed && !covered && isSignPaid(course)) {
    const { year, subject, hours, title } = course
    hoursRestored = await restoreHours(tx, deps, {
      ...{ source: 'COURSE', sourceId: attemptId, studentId, year, subject, hours, title },
      since: attempt.submittedAt,
      withdrawn: voidedAt,
      reason: '考试作废已撤销，学时恢复，换发新证明',
    })
  }
  if (!(await holdOpenAccounts(tx, [studentId])).has(studentId))
    refuse('exam.restoreBlocked', { problem: '学员的账号已注销，不能再恢复成绩' })
  const detail = { reason, studentId, decisionId, hoursRestored, covered }
  await auditStaff(tx, staff, 'exam.restored', attemptId, detail)
  const follows = list.slice(1, -1).join('')
  await notify(tx, attemptRestoredMessage({ attemptId, no: attempt.no, course }, decisionId, follows))
}
