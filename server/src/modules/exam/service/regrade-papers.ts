import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCodeOf } from '../../../platform/error-code.ts'
import { continueUntilStopped, sweepItemsOneByOne, waitForAll } from '../../../platform/jobs/sweep.ts'
import { lockQuestionSums, resetCourseQuestionSums } from '../../catalogue/question/service.ts'
import { reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'
import { lockSignCourses, type SignCourse } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { answerKeyOf } from '../grade.ts'
import { attemptRegradedMessage } from '../messages.ts'
import {
  type CurrentExamResult,
  computeRegradedResult,
  doesRegradeReplaceResult,
  type Outcome,
  regradeOutcomeOf,
} from '../regrade.ts'
import { type LockedAttempt, lockAttempt, refreshReviewFlag, toAnswersByQuestion } from '../store/attempts.ts'
import { toPaper } from '../store/papers.ts'
import {
  findRegradeContext,
  listCorrectionsOfPaper,
  listDueRegradePapers,
  listFinishedRegrades,
  lockDueRegradePaper,
  regradeJobName,
  setRegradeDone,
  setRegradedResult,
  setRegradePaperOutcome,
} from '../store/regrades.ts'
import { creditPasses, openRestudyRounds, reopenExamRound } from './finish.ts'
import { currentResultOf } from './preview-regrade.ts'

const batch = 200
/** Jobs share few database connections, so use only two workers. */
const lanes = 2

/** Each paper has its own transaction, so the job may stop at any moment. @returns number of papers */
export async function regradePapers(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const sweep = { job: regradeJobName, subjectOf: String, goesOn: continueUntilStopped(stopping) }
  let total = 0
  let after = 0
  for (let full = true; full; ) {
    const items = await listDueRegradePapers(deps.db, { after, limit: batch })
    // The workers run at the same time, because each of them mostly waits for the database.
    const shares = Array.from({ length: lanes }, (_, lane) => items.filter((_, index) => index % lanes === lane))
    const results = await waitForAll(
      shares.map((share) =>
        sweepItemsOneByOne(deps.db, { ...sweep, items: share, work: (id) => regradePaper(deps, id) }),
      ),
    )
    total += results.reduce((sum, { done }) => sum + done, 0)
    after = items.at(-1) ?? after
    full = items.length === batch
  }
  const finished = await listFinishedRegrades(deps.db)
  await sweepItemsOneByOne(deps.db, { ...sweep, items: finished, work: (id) => endOne(deps, id) })
  return total
}

/** Recounts the statistics of the question after the last paper. */
function endOne(deps: Deps, id: string): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await lockQuestionSums(tx)
    const courseId = await setRegradeDone(tx, id)
    if (courseId) await resetCourseQuestionSums(tx, courseId)
  })
}

/** Returns false when the paper is already regraded or another attempt of the course runs. */
function regradePaper(deps: Deps, id: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const due = await lockDueRegradePaper(tx, id)
    if (!due) return false
    const attempt = await lockAttempt(tx, due.paperId, 0)
    const before = attempt && currentResultOf(attempt)
    if (!attempt || !before) {
      /**
       * There is no result to regrade yet. The attempt is locked, so its later submission uses the corrected answer
       * key.
       */
      const outcome = attempt ? 'RUNNING' : 'NOT_BEGUN'
      await setRegradePaperOutcome(tx, id, { outcome, before: null, now: null })
      return true
    }
    const [course] = await lockSignCourses(tx, [attempt.signCourseId])
    if (!course) throw new Error('the sign course of an attempt is gone')
    const now = computeRegradedResult(
      answerKeyOf(toPaper(attempt.paper)),
      await listCorrectionsOfPaper(tx, attempt.id),
      {
        answers: toAnswersByQuestion(attempt.answers),
        passMark: attempt.passMark,
      },
    )
    const around = await findRegradeContext(tx, attempt)
    const voided = attempt.voidedAt !== null
    const sat = { standing: before, begun: true, voided, passMark: attempt.passMark, ...around }
    const mayLose = due.mayLose || (voided && due.loseReason !== null)
    const outcome = regradeOutcomeOf(sat, now, mayLose)
    // Wait until the student's other running attempt has ended: if it passes, this attempt gives no hours.
    if (outcome === 'PASS_GAINED' && around.runsElsewhere) return false
    await setRegradePaperOutcome(tx, id, { outcome, before, now })
    if (doesRegradeReplaceResult(outcome, before, now)) {
      await follow(tx, deps, { attempt, course, before, now, outcome, due })
      // Accounts are locked last, as in every reversal of hours. A closed account gets no entry.
      const open = await holdOpenAccounts(tx, [attempt.studentId])
      if (!open.has(attempt.studentId)) throw new ClosedMeanwhile()
    }
    return true
  }).catch((error: unknown) => {
    // A new attempt was started or the account was closed in the meantime, so the next run of the job tries again.
    if (errorCodeOf(error) === '23505' || error instanceof ClosedMeanwhile) return false
    throw error
  })
}

class ClosedMeanwhile extends Error {}

interface Regraded {
  attempt: LockedAttempt
  course: SignCourse
  before: CurrentExamResult
  now: CurrentExamResult
  outcome: Outcome
  due: { regradeId: string; reason: string; loseReason: string | null }
}

/** Credits or reverses hours, updates the round and notifies the student. */
async function follow(tx: Tx, deps: Deps, regraded: Regraded): Promise<void> {
  const { attempt, course, before, now, outcome, due } = regraded
  const review = now.passed && attempt.review
  await setRegradedResult(tx, attempt.id, { ...now, review })
  const { id: attemptId, studentId, no } = attempt
  let hours: 'CREDITED' | 'REVERSED' | null = null
  if (outcome === 'PASS_GAINED') {
    await refreshReviewFlag(tx, attemptId)
    await reopenExamRound(tx, attempt)
    if ((await creditPasses(tx, deps, [attempt])).length > 0) hours = 'CREDITED'
  }
  if (outcome === 'PASS_LOST') {
    await openRestudyRounds(tx, [attempt])
    const reversed = await reverseCreditedHours(tx, deps, {
      ...{ source: 'COURSE', sourceId: attemptId, studentId, year: course.year },
      actor: 'system',
      reason: `考试重新评分后未合格：${due.loseReason ?? due.reason}`,
    })
    if (reversed) hours = 'REVERSED'
  }
  const { regradeId, reason, loseReason } = due
  const scoreSame = before.score === now.score && before.passed === now.passed
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
  await notify(tx, attemptRegradedMessage({ attemptId, no, course }, said))
}
