import { audit, studentActorName } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'
import { lockSignCourses } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { readBeacon } from '../beacon.ts'
import {
  type AnswersByQuestion,
  applyAnswerKeyCorrections,
  areAnswersSaved,
  areAnswersValid,
  gradePaper,
} from '../grade.ts'
import { offlineSubmissionFailedMessage, offlineSubmissionFailedReason } from '../messages.ts'
import { mayTakeAttempt } from '../policy.ts'
import { answerContentHash, nextLogHash, receiptOf } from '../receipt.ts'
import { findLogEntry } from '../store/answer-log.ts'
import { findAttempt } from '../store/attempts.ts'
import { listCorrectionsOfPaper } from '../store/regrades.ts'
import { type LockedOfflineAttempt, lockForOfflineSubmission, saveOfflineSubmission } from '../store/submissions.ts'
import { creditOutage } from './added-time.ts'
import { creditPasses, endAttemptIfOverdue, openRestudyRounds, reopenExamRound } from './finish.ts'
import { submitExam } from './hand-in.ts'
import { findPaperShape, type PaperShape } from './papers.ts'
import { attemptResultOf, refuseBeforeDeadline, refuseEndedAttempt, refuseStaleSave } from './result.ts'

interface SealedInput {
  attemptId: string
  seq: number
  answers: AnswersByQuestion
  beacon: string
  page?: string | undefined
  sealedAfterMs: number
}

/**
 * Replaces the automatic submission when docs/exam-offline.md allows it. A passed result is always flagged for review.
 * Before an extended deadline nothing is accepted.
 */
export async function submitOffline(deps: Deps, student: StudentActor, input: SealedInput) {
  const { attemptId } = input
  const grace = await deps.settings.get('exam.graceSeconds')
  const known = await findPaperShape(deps, attemptId)
  if (!known || !mayTakeAttempt(student, known)) return refuse('exam.attemptNotFound')
  await creditOutage(deps)
  let before = await findAttempt(deps.db, attemptId, grace)
  if (before?.overdue) {
    await endAttemptIfOverdue(deps, attemptId)
    before = await findAttempt(deps.db, attemptId, grace)
  }
  if (before && !before.submittedAt) {
    const { seq, answers } = input
    if (before.now < before.deadline) return refuseBeforeDeadline(before)
    const handedIn = await submitExam(deps, student, {
      attemptId,
      seq,
      answers,
      byClock: true,
    }).catch((error) => {
      // The grace period has just ended, so treat the answers as an offline submission.
      if (error instanceof Refusal && error.key === 'exam.deadlinePassed') return null
      throw error
    })
    if (handedIn) return handedIn
  }
  const hash = answerContentHash('SUBMIT', input.seq, input.answers)
  const stands = await inTransaction(deps.db, async (tx) => {
    const attempt = await lockForOfflineSubmission(tx, attemptId)
    if (!attempt) return refuse('exam.attemptNotFound')
    if (attempt.submittedBy !== 'DEADLINE' || attempt.voided) return false
    if (areAnswersSaved(attempt.answers, input.answers)) return true
    await take(tx, deps, attempt, known, input, hash)
    return false
  }).catch((error: { constraint?: string }) => {
    // The student has started the next attempt in the meantime, so the offline submission is too late.
    if (error.constraint === 'attempt_one_standing') return refuse('exam.sealedLate')
    throw error
  })
  const ended = await findAttempt(deps.db, attemptId, grace)
  if (!ended?.submittedAt) return refuse('common.busy')
  // All given answers were saved already, so nothing was stored and another device may still submit offline.
  if (stands) return attemptResultOf(ended)
  const logged = await findLogEntry(deps.db, attemptId, input.seq)
  return logged?.kind === 'SUBMIT' && logged.contentHash.equals(hash)
    ? attemptResultOf(ended)
    : refuseEndedAttempt(ended)
}

/** An offline submission is refused when another browser contacted the server later than this after the beacon. */
const lostAnswerMs = 30_000

async function take(
  tx: Tx,
  deps: Deps,
  attempt: LockedOfflineAttempt,
  known: PaperShape,
  { seq, answers: given, beacon, page, sealedAfterMs }: SealedInput,
  hash: Buffer,
): Promise<void> {
  const { id, heardAt, deadline, savedSeq, passMark, late, givenBack } = attempt
  const settings = await deps.settings.all()
  if (late - givenBack > settings['exam.sealedSeconds'] || attempt.overtaken) refuse('exam.sealedLate')
  const shownAt = readBeacon(deps.keys, id, beacon)
  /**
   * The page may have sent requests after its beacon without receiving the responses. A request of another page more
   * than 30 seconds after the beacon refuses the submission.
   */
  const otherAt = page && page === attempt.heardPage ? attempt.othersHeardAt : heardAt
  const since = shownAt && otherAt ? otherAt.getTime() - shownAt.getTime() : 0
  if (!shownAt || !heardAt || since > lostAnswerMs) return refuse('exam.sealedUnproven')
  const sealedAt = shownAt.getTime() + sealedAfterMs
  if (sealedAt > deadline.getTime() + settings['exam.graceSeconds'] * 1000) refuse('exam.sealedUnproven')
  if (seq !== savedSeq + 1) await refuseStaleSave(tx, attempt, seq)
  if (!areAnswersValid(known.shape, given)) refuse('exam.badAnswer')
  const answers = { ...attempt.answers, ...given }
  const logHash = nextLogHash(attempt.logHash, hash)
  const key = applyAnswerKeyCorrections(known.key, await listCorrectionsOfPaper(tx, id))
  const { score, right, wrong } = gradePaper(key, answers)
  const passed = score >= passMark
  const receipt = receiptOf(deps.keys, id, logHash)
  const content = { id, seq, answers, given, contentHash: hash, logHash }
  await saveOfflineSubmission(tx, { ...content, score, right, wrong, passed, receipt })
  const hoursReversed = await follow(tx, deps, attempt, passed)
  /**
   * The silence is counted from the beacon, because later requests of the page do not prove when the answers were
   * given.
   */
  const silentSeconds = Math.round(late + (deadline.getTime() - shownAt.getTime()) / 1000)
  await audit(tx, {
    actor: studentActorName(attempt.studentId),
    action: 'exam.sealedTaken',
    subject: id,
    detail: { seq, silentSeconds, score, hoursReversed },
  })
}

/**
 * Credits a passed attempt; otherwise reverses the hours and revokes the proof of the earlier result. @returns whether
 * hours were reversed
 */
async function follow(tx: Tx, deps: Deps, attempt: LockedOfflineAttempt, passed: boolean): Promise<boolean> {
  if (passed) {
    await creditPasses(tx, deps, [attempt])
    await reopenExamRound(tx, attempt)
    return false
  }
  if (!attempt.passed) return false
  // A payment also locks the sign, so it has either credited the pass or will see the new result.
  const [course] = await lockSignCourses(tx, [attempt.signCourseId])
  if (!course) throw new Error('the sign course of an attempt is gone')
  await openRestudyRounds(tx, [attempt])
  const { id: attemptId, studentId, no } = attempt
  const reversed = await reverseCreditedHours(tx, deps, {
    ...{ source: 'COURSE', sourceId: attemptId, studentId, year: course.year },
    actor: 'system',
    reason: `考试${offlineSubmissionFailedReason}`,
  })
  await notify(tx, offlineSubmissionFailedMessage({ attemptId, no, course }, reversed))
  return reversed
}
