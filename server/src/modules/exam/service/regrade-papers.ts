import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCode } from '../../../platform/error-code.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { withdrawHours } from '../../certification_grant/service.ts'
import { notify } from '../../message/service.ts'
import { lockSums, recountCourse } from '../../question/service.ts'
import { lockSignCourses, type SignCourse } from '../../sign/service.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { keyOf } from '../grade.ts'
import { regradedMessage } from '../messages.ts'
import { gradeAnew, type Outcome, outcomeOf, type Standing, takesPlace } from '../regrade.ts'
import { type LockedAttempt, lockAttempt, refreshReview, toAnswers } from '../store/attempts.ts'
import { correctionsOf } from '../store/corrections.ts'
import { toPaper } from '../store/papers.ts'
import {
  endRegrade,
  finishRegradePaper,
  listDueRegrades,
  listFinishedRegrades,
  lockDueRegrade,
  readSurroundings,
  regradeJob,
  replaceResult,
} from '../store/regrades.ts'
import { creditPasses } from './finish.ts'
import { standingOf } from './preview-regrade.ts'
import { closeRounds, reopenRound } from './round.ts'

const batch = 200
/** of the few connections that the jobs have */
const lanes = 2

/**
 * A job: marks the papers of decided regrades anew, each in a transaction of its own, so that a stop at any moment leaves each done or not begun.
 * @returns how many it did
 */
export async function regradePapers(deps: Deps, stopping?: AbortSignal): Promise<number> {
  let total = 0
  let after = 0
  for (let full = true; full; ) {
    const items = await listDueRegrades(deps.db, { after, limit: batch })
    // several at once: each waits for the database most of the time
    const shares = Array.from({ length: lanes }, (_, lane) =>
      items.filter((_, index) => index % lanes === lane),
    )
    const results = await Promise.all(
      shares.map((share) =>
        sweepEach(deps.db, {
          job: regradeJob,
          items: share,
          subjectOf: String,
          work: (id) => regradePaper(deps, id),
          goesOn: goesOnUntil(stopping),
        }),
      ),
    )
    total += results.reduce((sum, { done }) => sum + done, 0)
    after = items.at(-1) ?? after
    full = items.length === batch
  }
  for (const id of await listFinishedRegrades(deps.db)) await endOne(deps, id)
  return total
}

/** The last paper is done: what questions are counted by is counted anew, with the results that stand now. */
function endOne(deps: Deps, id: string): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await lockSums(tx)
    const courseId = await endRegrade(tx, id)
    if (courseId) await recountCourse(tx, courseId)
  })
}

/** False: done already, or the student sits the course again at this moment and is waited for. */
function regradePaper(deps: Deps, id: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const due = await lockDueRegrade(tx, id)
    if (!due) return false
    const attempt = await lockAttempt(tx, due.paperId, 0)
    const before = attempt && standingOf(attempt)
    if (!attempt || !before) {
      // under its lock: what is handed in from now on is marked by the decision
      const outcome = attempt ? 'RUNNING' : 'NOT_BEGUN'
      await finishRegradePaper(tx, id, { outcome, before: null, now: null })
      return true
    }
    const [course] = await lockSignCourses(tx, [attempt.signCourseId])
    if (!course) throw new Error('the sign course of an attempt is gone')
    const now = gradeAnew(keyOf(toPaper(attempt.paper)), await correctionsOf(tx, attempt.id), {
      answers: toAnswers(attempt.answers),
      passMark: attempt.passMark,
    })
    const around = await readSurroundings(tx, attempt)
    const voided = attempt.voidedAt !== null
    const sat = { standing: before, begun: true, voided, passMark: attempt.passMark, ...around }
    const mayLose = due.mayLose || (voided && due.loseReason !== null)
    const outcome = outcomeOf(sat, now, mayLose)
    // that other sitting may pass: then this one gives nothing
    if (outcome === 'PASS_GAINED' && around.runsElsewhere) return false
    await finishRegradePaper(tx, id, { outcome, before, now })
    if (takesPlace(outcome, before, now)) {
      await follow(tx, deps, { attempt, course, before, now, outcome, due })
      // held last, as whoever gives hours back does: nothing is written for an account that is closed by now
      const open = await holdOpenAccounts(tx, [attempt.studentId])
      if (!open.has(attempt.studentId)) throw new ClosedMeanwhile()
    }
    return true
  }).catch((error: unknown) => {
    // a sitting of the course was begun in this moment, or the account was closed: looked at again with the next run
    if (errorCode(error) === '23505' || error instanceof ClosedMeanwhile) return false
    throw error
  })
}

/** Takes back what was written for the account. */
class ClosedMeanwhile extends Error {}

interface Regraded {
  attempt: LockedAttempt
  course: SignCourse
  before: Standing
  now: Standing
  outcome: Outcome
  due: { regradeId: string; reason: string; loseReason: string | null }
}

/** What a new result brings with it: hours of a pass or their reversal, the round, and word to its student. */
async function follow(tx: Tx, deps: Deps, regraded: Regraded): Promise<void> {
  const { attempt, course, before, now, outcome, due } = regraded
  const review = now.passed && attempt.review
  await replaceResult(tx, attempt.id, { ...now, review })
  const { id: attemptId, studentId, no } = attempt
  let hours: 'CREDITED' | 'REVERSED' | null = null
  if (outcome === 'PASS_GAINED') {
    await refreshReview(tx, attemptId)
    await reopenRound(tx, attempt)
    if ((await creditPasses(tx, deps, [attempt])).length > 0) hours = 'CREDITED'
  }
  if (outcome === 'PASS_LOST') {
    await closeRounds(tx, [attempt])
    const reversed = await withdrawHours(tx, deps, {
      ...{ source: 'COURSE', sourceId: attemptId, studentId, year: course.year },
      actor: 'system',
      reason: `考试重新评分后未合格：${due.loseReason ?? due.reason}`,
    })
    if (reversed) hours = 'REVERSED'
  }
  const { regradeId, reason, loseReason } = due
  const scoreSame = before.score === now.score && before.passed === now.passed
  // a void sitting has no result to speak of; its page says it
  const told = outcome !== 'VOID' && !scoreSame
  const results = { before: before.score, after: now.score, outcome, hours, told }
  await audit(tx, {
    actor: 'system',
    action: 'exam.regraded',
    subject: attemptId,
    detail: { regradeId, studentId, ...results },
  })
  if (!told) return
  const said = {
    regradeId,
    before: before.score,
    now,
    hours,
    reason: loseReason && outcome === 'PASS_LOST' ? loseReason : reason,
  }
  await notify(tx, regradedMessage({ attemptId, no, course }, said))
}
