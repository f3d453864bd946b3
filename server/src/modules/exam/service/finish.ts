import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import { creditHoursAgain } from '../../credits/certification_grant/service/credit.ts'
import type { NewLedgerEntry } from '../../credits/hours/service.ts'
import { isSignPaid, lockSignCourses, lockStudyRounds, setStudyRounds } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { type AnswersByQuestion, answerKeyOf, applyAnswerKeyCorrections, gradePaper } from '../grade.ts'
import { autoSubmittedMessage } from '../messages.ts'
import { receiptOf } from '../receipt.ts'
import {
  type Attempt,
  endAttempt,
  hasAttemptInRound,
  type LockedAttempt,
  listAttemptsWithCourse,
  listOverdueAttempts,
  listSignCoursesWithSpentRound,
  lockAttempt,
  toAnswersByQuestion,
} from '../store/attempts.ts'
import { type MovedExams, moveExamRows } from '../store/move-attempts.ts'
import { toPaper } from '../store/papers.ts'
import { listCorrectionsOfPaper } from '../store/regrades.ts'
import { creditOutage } from './added-time.ts'

/**
 * Credits the hours of a passed attempt or opens a re-study round in the same transaction (docs/rules/exam.md#pass).
 */
export async function finishAttempt(
  tx: Tx,
  deps: Deps,
  attempt: LockedAttempt,
  end: { by: 'DEADLINE' | 'STAFF'; answers: AnswersByQuestion; savedSeq: number; logHash: Buffer },
): Promise<Attempt> {
  const key = applyAnswerKeyCorrections(
    answerKeyOf(toPaper(attempt.paper)),
    await listCorrectionsOfPaper(tx, attempt.id),
  )
  const { score, right, wrong } = gradePaper(key, end.answers)
  const passed = score >= attempt.passMark
  const ended = await endAttempt(tx, attempt.id, {
    ...end,
    score,
    rightCount: right,
    wrongCount: wrong,
    passed,
    receipt: receiptOf(deps.keys, attempt.id, end.logHash),
  })
  if (end.by === 'STAFF') return ended
  if (passed) await creditPasses(tx, deps, [attempt])
  else await openRestudyRounds(tx, [attempt])
  return ended
}

/** Credits each passed attempt once, again after a restore, and never after a refund. @returns the new credits */
export async function creditPasses(
  tx: Tx,
  deps: Deps,
  attempts: { id: string; studentId: string; signCourseId: string }[],
  actor = 'system',
): Promise<NewLedgerEntry[]> {
  if (attempts.length === 0) return []
  // A refund locks the sign too, so it cannot run between this check and the credit.
  const locked = await lockSignCourses(
    tx,
    attempts.map(({ signCourseId }) => signCourseId),
  )
  const courses = new Map(locked.map((course) => [course.id, course]))
  // Locks follow the order of students, so batches cannot deadlock (decision 049).
  const inOrder = [...attempts].sort((a, b) => (a.studentId < b.studentId ? -1 : 1))
  const entries = inOrder.flatMap(({ id, studentId, signCourseId }) => {
    const course = courses.get(signCourseId)
    if (!course) throw new Error('the sign course of an attempt is gone')
    const { year, subject, hours, title } = course
    const what = { source: 'COURSE', sourceId: id, actor } as const
    return isSignPaid(course) ? [{ ...what, studentId, year, subject, hours, title }] : []
  })
  return creditHoursAgain(tx, deps, entries)
}

/**
 * Returns false when the attempt is not overdue any more or another process has locked it
 * (docs/rules/exam.md#deadline).
 */
async function finishOverdue(deps: Deps, id: string, skipLocked: boolean): Promise<boolean> {
  const grace = await deps.settings.get('exam.graceSeconds')
  return inTransaction(deps.db, async (tx) => {
    const attempt = await lockAttempt(tx, id, grace, skipLocked)
    if (!attempt?.overdue) return false
    const { savedSeq, logHash } = attempt
    const answers = toAnswersByQuestion(attempt.answers)
    const end = { by: 'DEADLINE', answers, savedSeq, logHash } as const
    const { score, passed } = await finishAttempt(tx, deps, attempt, end)
    const sitting = (await listAttemptsWithCourse(tx, [id])).get(id)
    if (sitting) await notify(tx, autoSubmittedMessage(sitting, { score: score ?? 0, passed: passed === true }))
    return true
  })
}

/** Credits an outage first, so that the attempt may get more time instead of ending. */
export async function endAttemptIfOverdue(deps: Deps, id: string): Promise<void> {
  await creditOutage(deps)
  await finishOverdue(deps, id, false)
}

const batch = 100

/** Each attempt has its own transaction, so a failure does not stop the others. @returns number of ended attempts */
export async function submitOverdueAttempts(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'exam.submitAbandoned'
  const grace = await deps.settings.get('exam.graceSeconds')
  let total = 0
  for (;;) {
    const items = await listOverdueAttempts(deps.db, { job, grace, limit: batch })
    const { done, failed } = await sweepItemsOneByOne(deps.db, {
      job,
      items,
      subjectOf: (id) => id,
      work: (id) => finishOverdue(deps, id, true),
      goesOn: continueUntilStopped(stopping),
    })
    total += done
    // No row was processed, because another process has locked the remaining rows, so stop here.
    if (done + failed === 0 || items.length < batch) return total
  }
}

/**
 * Opens a re-study round for each course without attempts left. Attempts are counted again under the lock, because
 * staff may have given one back (docs/rules/exam.md#attempts).
 */
export async function openRestudyRounds(
  tx: Tx,
  ended: { signCourseId: string; round: number; attemptsLeft: number }[],
): Promise<void> {
  const last = ended.filter(({ attemptsLeft }) => attemptsLeft === 0)
  if (last.length === 0) return
  const ids = last.map(({ signCourseId }) => signCourseId)
  const rounds = await lockStudyRounds(tx, ids)
  // The round is read after the lock, because staff may give an attempt back.
  const spent = new Set(await listSignCoursesWithSpentRound(tx, ids))
  const closing = last.filter(
    ({ signCourseId, round }) => spent.has(signCourseId) && rounds.get(signCourseId) === round,
  )
  await setStudyRounds(
    tx,
    closing.map(({ signCourseId, round }) => ({ signCourseId, round: round + 1 })),
  )
}

/** Returns the course from the next round to this round. Changes nothing when the next round already has an attempt. */
export async function reopenExamRound(
  tx: Tx,
  { signCourseId, round }: { signCourseId: string; round: number },
): Promise<void> {
  const rounds = await lockStudyRounds(tx, [signCourseId])
  const next = round + 1
  if (rounds.get(signCourseId) !== next || (await hasAttemptInRound(tx, signCourseId, next))) return
  await setStudyRounds(tx, [{ signCourseId, round }])
}

/** The signs must have moved before (docs/decisions/010-merging-students.md). */
export function moveExamsToAccount(tx: Tx, from: string, to: string): Promise<MovedExams> {
  return moveExamRows(tx, from, to)
}
