import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { withdrawHours } from '../../certification_grant/service.ts'
import { notify } from '../../message/service.ts'
import { lockSignCourses } from '../../sign/service.ts'
import { readBeacon } from '../beacon.ts'
import { type Answers, addsNothing, answersFit, correctKey, grade } from '../grade.ts'
import { sealedFailed, sealedFailedMessage } from '../messages.ts'
import { maySitAttempt } from '../policy.ts'
import { contentHash, nextHash, receiptOf } from '../receipt.ts'
import { findLogged } from '../store/answer-log.ts'
import { findAttempt } from '../store/attempts.ts'
import { correctionsOf } from '../store/corrections.ts'
import { lockForSealed, type SealedFor, writeSealed } from '../store/sealed.ts'
import { creditPasses, settleAttempt } from './finish.ts'
import { creditOutage } from './outage.ts'
import { refuseEarly, refuseEnded, resultOf } from './result.ts'
import { closeRounds, reopenRound } from './round.ts'
import { type Known, readShape } from './shape.ts'
import { refuseStale } from './stale.ts'
import { submitExam } from './submit.ts'

interface SealedInput {
  attemptId: string
  seq: number
  answers: Answers
  beacon: string
  page?: string | undefined
  sealedAfterMs: number
}

/**
 * Answers sealed on the device at the bell, while it was offline. They take the place of what the server submitted at the deadline when the
 * rule of docs/exam-offline.md holds; a pass is always flagged 待核查. Where time was added and the
 * bell lies ahead, nothing is taken: the page goes on. In the moment after the bell this is an ordinary submission.
 */
export async function submitSealed(deps: Deps, student: StudentActor, input: SealedInput) {
  const { attemptId } = input
  const grace = await deps.settings.get('exam.graceSeconds')
  const known = await readShape(deps, attemptId)
  if (!known || !maySitAttempt(student, known)) return refuse('exam.attemptNotFound')
  await creditOutage(deps)
  let before = await findAttempt(deps.db, attemptId, grace)
  if (before?.overdue) {
    await settleAttempt(deps, attemptId)
    before = await findAttempt(deps.db, attemptId, grace)
  }
  if (before && !before.submittedAt) {
    const { seq, answers } = input
    if (before.now < before.deadline) return refuseEarly(before)
    const handedIn = await submitExam(deps, student, {
      attemptId,
      seq,
      answers,
      byClock: true,
    }).catch((error) => {
      // the moment after the bell ended just now: they are sealed answers
      if (error instanceof Refusal && error.key === 'exam.deadlinePassed') return null
      throw error
    })
    if (handedIn) return handedIn
  }
  const hash = contentHash('SUBMIT', input.seq, input.answers)
  const stands = await inTransaction(deps.db, async (tx) => {
    const attempt = await lockForSealed(tx, attemptId)
    if (!attempt) return refuse('exam.attemptNotFound')
    if (attempt.submittedBy !== 'DEADLINE' || attempt.voided) return false
    if (addsNothing(attempt.answers, input.answers)) return true
    await take(tx, deps, attempt, known, input, hash)
    return false
  }).catch((error: { constraint?: string }) => {
    // the next sitting was begun while this one was being looked at
    if (error.constraint === 'attempt_one_standing') return refuse('exam.sealedLate')
    throw error
  })
  const ended = await findAttempt(deps.db, attemptId, grace)
  if (!ended?.submittedAt) return refuse('common.busy')
  // nothing was written: what another device has sealed may still come
  if (stands) return resultOf(ended)
  const logged = await findLogged(deps.db, attemptId, input.seq)
  return logged?.kind === 'SUBMIT' && logged.contentHash.equals(hash)
    ? resultOf(ended)
    : refuseEnded(ended)
}

/** between two heartbeats of one page */
const lostAnswerMs = 30_000

async function take(
  tx: Tx,
  deps: Deps,
  attempt: SealedFor,
  known: Known,
  { seq, answers: given, beacon, page, sealedAfterMs }: SealedInput,
  hash: Buffer,
): Promise<void> {
  const { id, heardAt, deadline, savedSeq, passMark, late, givenBack } = attempt
  const settings = await deps.settings.all()
  if (late - givenBack > settings['exam.sealedSeconds'] || attempt.overtaken)
    refuse('exam.sealedLate')
  const shownAt = readBeacon(deps.keys, id, beacon)
  // what the same page sent, and never heard an answer to, may lie between; another page at work may not
  const otherAt = page && page === attempt.heardPage ? attempt.othersHeardAt : heardAt
  const since = shownAt && otherAt ? otherAt.getTime() - shownAt.getTime() : 0
  if (!shownAt || !heardAt || since > lostAnswerMs) return refuse('exam.sealedUnproven')
  const sealedAt = shownAt.getTime() + sealedAfterMs
  if (sealedAt > deadline.getTime() + settings['exam.graceSeconds'] * 1000)
    refuse('exam.sealedUnproven')
  if (seq !== savedSeq + 1) await refuseStale(tx, attempt, seq)
  if (!answersFit(known.shape, given)) refuse('exam.badAnswer')
  const answers = { ...attempt.answers, ...given }
  const logHash = nextHash(attempt.logHash, hash)
  const key = correctKey(known.key, await correctionsOf(tx, id))
  const { score, right, wrong } = grade(key, answers)
  const passed = score >= passMark
  const receipt = receiptOf(deps.keys, id, logHash)
  const content = { id, seq, answers, given, contentHash: hash, logHash }
  await writeSealed(tx, { ...content, score, right, wrong, passed, receipt })
  const hoursReversed = await follow(tx, deps, attempt, passed)
  // from the beacon on: what the same page sent after it proves nothing of them
  const silentSeconds = Math.round(late + (deadline.getTime() - shownAt.getTime()) / 1000)
  await audit(tx, {
    actor: actorOfStudent(attempt.studentId),
    action: 'exam.sealedTaken',
    subject: id,
    detail: { seq, silentSeconds, score, hoursReversed },
  })
}

/**
 * What the result brings with it in place of the server's own: the hours of a pass, or without one those that the server's pass had credited are
 * reversed, and a proof that stood on them is revoked, as when a sitting is voided, and the student is told. @returns whether hours were reversed
 */
async function follow(tx: Tx, deps: Deps, attempt: SealedFor, passed: boolean): Promise<boolean> {
  if (passed) {
    await creditPasses(tx, deps, [attempt])
    await reopenRound(tx, attempt)
    return false
  }
  if (!attempt.passed) return false
  // a payment that pays the year anew credits its passes under the sign's lock: it has done so now, or sees that this is none
  const [course] = await lockSignCourses(tx, [attempt.signCourseId])
  if (!course) throw new Error('the sign course of an attempt is gone')
  await closeRounds(tx, [attempt])
  const { id: attemptId, studentId, no } = attempt
  const reversed = await withdrawHours(tx, deps, {
    ...{ source: 'COURSE', sourceId: attemptId, studentId, year: course.year },
    actor: 'system',
    reason: `考试${sealedFailed}`,
  })
  await notify(tx, sealedFailedMessage({ attemptId, no, course }, reversed))
  return reversed
}
