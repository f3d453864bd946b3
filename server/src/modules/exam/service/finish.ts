import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { creditHoursAnew } from '../../certification_grant/service.ts'
import type { NewEntry } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { isPaid, lockSignCourses } from '../../sign/service.ts'
import { type Answers, correctKey, grade, keyOf } from '../grade.ts'
import { autoSubmittedMessage } from '../messages.ts'
import { receiptOf } from '../receipt.ts'
import {
  type Attempt,
  endAttempt,
  type LockedAttempt,
  listOverdue,
  listSittings,
  lockAttempt,
  toAnswers,
} from '../store/attempts.ts'
import { correctionsOf } from '../store/corrections.ts'
import { toPaper } from '../store/papers.ts'
import { creditOutage } from './outage.ts'
import { closeRounds } from './round.ts'

/**
 * Ends a locked attempt: grade, receipt, and in the same transaction the hours of a pass (product §4:
 * a pass credits at once) or, after the last failure of a round, the re-study round.
 */
export async function finishAttempt(
  tx: Tx,
  deps: Deps,
  attempt: LockedAttempt,
  end: { by: 'DEADLINE' | 'STAFF'; answers: Answers; savedSeq: number; logHash: Buffer },
): Promise<Attempt> {
  const key = correctKey(keyOf(toPaper(attempt.paper)), await correctionsOf(tx, attempt.id))
  const { score, right, wrong } = grade(key, end.answers)
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
  else await closeRounds(tx, [attempt])
  return ended
}

/** The hours of passes, each once, and again where a void that took them back was undone; nothing where the money was given back. @returns what the ledger did not have */
export async function creditPasses(
  tx: Tx,
  deps: Deps,
  attempts: { id: string; studentId: string; signCourseId: string }[],
  actor = 'system',
): Promise<NewEntry[]> {
  if (attempts.length === 0) return []
  // a refund holds the sign's lock too: money given back and hours credited never meet
  const locked = await lockSignCourses(
    tx,
    attempts.map(({ signCourseId }) => signCourseId),
  )
  const courses = new Map(locked.map((course) => [course.id, course]))
  // ledgers in the order of the students: two batches never wait for each other's (decision 049)
  const inOrder = [...attempts].sort((a, b) => (a.studentId < b.studentId ? -1 : 1))
  const entries = inOrder.flatMap(({ id, studentId, signCourseId }) => {
    const course = courses.get(signCourseId)
    if (!course) throw new Error('the sign course of an attempt is gone')
    const { year, subject, hours, title } = course
    const what = { source: 'COURSE', sourceId: id, actor } as const
    return isPaid(course) ? [{ ...what, studentId, year, subject, hours, title }] : []
  })
  return creditHoursAnew(tx, deps, entries)
}

/** The server submits what it has (product §4 Exam). False: not overdue any more, or another process is at it. */
async function finishOverdue(deps: Deps, id: string, skipLocked: boolean): Promise<boolean> {
  const grace = await deps.settings.get('exam.graceSeconds')
  return inTransaction(deps.db, async (tx) => {
    const attempt = await lockAttempt(tx, id, grace, skipLocked)
    if (!attempt?.overdue) return false
    const { savedSeq, logHash } = attempt
    const answers = toAnswers(attempt.answers)
    const end = { by: 'DEADLINE', answers, savedSeq, logHash } as const
    const { score, passed } = await finishAttempt(tx, deps, attempt, end)
    const sitting = (await listSittings(tx, [id])).get(id)
    if (sitting)
      await notify(
        tx,
        autoSubmittedMessage(sitting, { score: score ?? 0, passed: passed === true }),
      )
    return true
  })
}

/** Ends one overdue attempt that somebody is just looking at; when it returns, it is ended, or runs on with the time that an outage of ours took. */
export async function settleAttempt(deps: Deps, id: string): Promise<void> {
  await creditOutage(deps)
  await finishOverdue(deps, id, false)
}

const batch = 100

/**
 * The sweep: submits every attempt past its deadline, each in its own transaction, so that several processes share the work
 * and those that cannot be ended hold nobody else up. @returns how many it ended
 */
export async function submitAbandoned(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'exam.submitAbandoned'
  const grace = await deps.settings.get('exam.graceSeconds')
  let total = 0
  for (;;) {
    const items = await listOverdue(deps.db, { job, grace, limit: batch })
    const { done, failed } = await sweepEach(deps.db, {
      job,
      items,
      subjectOf: (id) => id,
      work: (id) => finishOverdue(deps, id, true),
      goesOn: goesOnUntil(stopping),
    })
    total += done
    // nothing of it could be had: another process is at it
    if (done + failed === 0 || items.length < batch) return total
  }
}
