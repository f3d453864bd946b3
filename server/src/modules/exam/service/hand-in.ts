import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { type CommitOutcome, createOncePerOwner, GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  type AnswerKeyCorrection,
  type AnswersByQuestion,
  applyAnswerKeyCorrections,
  areAnswersValid,
  gradePaper,
} from '../grade.ts'
import { mayTakeAttempt } from '../policy.ts'
import { answerContentHash, nextLogHash, receiptOf } from '../receipt.ts'
import { findLogEntry } from '../store/answer-log.ts'
import { findAttempt, toAnswersByQuestion } from '../store/attempts.ts'
import { listCorrections } from '../store/regrades.ts'
import {
  type AttemptSubmission,
  lockRunningAttempts,
  type RunningAttempt,
  saveAttemptSubmissions,
} from '../store/submissions.ts'
import { creditPasses, endAttemptIfOverdue, openRestudyRounds } from './finish.ts'
import { findPaperShape, type PaperShape } from './papers.ts'
import {
  attemptResultOf,
  isAutoSubmittedTooEarly,
  refuseBeforeDeadline,
  refuseEndedAttempt,
  refuseStaleSave,
} from './result.ts'
import type { SaveAnswerInput } from './save.ts'

/** More tries are needed only if someone keeps saving answers while submitting. */
const tries = 4

export interface SubmittedAnswers {
  attemptId: string
  studentId: string
  seq: number
  answers: AnswersByQuestion
  contentHash: Buffer
  /** True when the clock of the page submits the attempt, not the student. */
  byClock: boolean
}

export interface SubmissionResult {
  attemptId: string
  score: number
  totalPoints: number
  passMark: number
  passed: boolean
  right: number
  wrong: number
  attemptsLeft: number
  receipt: string
  submittedBy: 'STUDENT'
}

const groupOf = createOncePerOwner(
  (deps: Deps) =>
    /**
     * There are two lanes, because a passed attempt may wait for the hours ledger and must not make other submissions
     * miss their deadline.
     */
    new GroupCommit<SubmittedAnswers, SubmissionResult | null>((batch) => commitHandIns(deps, batch), {
      name: 'exam hand-in',
      lanes: 2,
      spare: 2,
    }),
)

/**
 * Commits together with other submissions. Returns null when nothing was stored because the attempt, seq, answers or
 * time do not fit.
 */
export function submitAnswers(deps: Deps, given: SubmittedAnswers): Promise<SubmissionResult | null> {
  return groupOf(deps).submit(given.attemptId, given)
}

async function commitHandIns(deps: Deps, batch: SubmittedAnswers[]): Promise<CommitOutcome<SubmissionResult | null>[]> {
  const grace = await deps.settings.get('exam.graceSeconds')
  const papers = await Promise.all(batch.map(({ attemptId }) => findPaperShape(deps, attemptId)))
  const done = await inTransaction(deps.db, async (tx) => {
    const locked = await lockRunningAttempts(
      tx,
      batch.map(({ attemptId }) => attemptId),
      grace,
    )
    const open = new Map(locked.map((attempt) => [attempt.id, attempt]))
    const corrections = await listCorrections(tx, [...open.keys()])
    const marked = batch.map((given, index) => {
      const corrected = corrections.get(given.attemptId) ?? []
      return mark(deps, given, open.get(given.attemptId), papers[index], corrected)
    })
    const taken = marked.filter((one) => one !== null)
    if (taken.length > 0) await saveAttemptSubmissions(tx, taken)
    await follow(tx, deps, locked, taken)
    return marked.map((one) => one && toResult(one, open.get(one.id)))
  })
  return done.map((result) => ({ result }))
}

function mark(
  deps: Deps,
  given: SubmittedAnswers,
  attempt: RunningAttempt | undefined,
  known: PaperShape | undefined,
  corrections: readonly AnswerKeyCorrection[],
): AttemptSubmission | null {
  if (!attempt || !known || attempt.studentId !== given.studentId) return null
  if (attempt.ended || attempt.overdue || given.seq !== attempt.savedSeq + 1) return null
  if (isAutoSubmittedTooEarly(given.byClock, attempt)) return null
  if (!areAnswersValid(known.shape, given.answers)) return null
  const { score, right, wrong } = gradePaper(applyAnswerKeyCorrections(known.key, corrections), {
    ...attempt.answers,
    ...given.answers,
  })
  const { attemptId: id, seq, answers, contentHash } = given
  const logHash = nextLogHash(attempt.logHash, contentHash)
  const receipt = receiptOf(deps.keys, id, logHash)
  const passed = score >= attempt.passMark
  return { id, seq, answers, contentHash, logHash, score, right, wrong, passed, receipt }
}

async function follow(tx: Tx, deps: Deps, locked: RunningAttempt[], taken: AttemptSubmission[]): Promise<void> {
  const passed = new Map(taken.map((one) => [one.id, one.passed]))
  const of = (which: boolean) => locked.filter(({ id }) => passed.get(id) === which)
  await creditPasses(tx, deps, of(true))
  await openRestudyRounds(tx, of(false))
}

function toResult(taken: AttemptSubmission, attempt: RunningAttempt | undefined): SubmissionResult | null {
  if (!attempt) return null
  const { score, right, wrong, passed, receipt } = taken
  const { id: attemptId, totalPoints, passMark, attemptsLeft } = attempt
  return {
    ...{ attemptId, score, totalPoints, passMark, passed, right, wrong, attemptsLeft, receipt },
    submittedBy: 'STUDENT',
  }
}

interface SubmitInput extends SaveAnswerInput {
  /** True when the clock of the page submits the attempt, not the student. */
  byClock: boolean
}

/**
 * Stores answers, result and hours in one transaction. An identical repeat gets the first result. After the grace
 * period the saved answers count instead of the given ones.
 */
export async function submitExam(deps: Deps, student: StudentActor, input: SubmitInput) {
  const { attemptId, seq, answers, byClock } = input
  const hash = answerContentHash('SUBMIT', seq, answers)
  const { studentId } = student
  const given = { attemptId, seq, answers, contentHash: hash, studentId, byClock }
  for (let tried = 0; tried < tries; tried += 1) {
    const result = (await submitAnswers(deps, given)) ?? (await answerUntaken(deps, student, given))
    if (result) return result
  }
  return refuse('common.busy')
}

/** Returns undefined when another answer was saved meanwhile, so that the call can be retried. */
async function answerUntaken(deps: Deps, student: StudentActor, given: SubmittedAnswers) {
  const { attemptId, seq } = given
  const grace = await deps.settings.get('exam.graceSeconds')
  const attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt || !mayTakeAttempt(student, attempt)) return refuse('exam.attemptNotFound')
  if (attempt.submittedAt) {
    const logged = await findLogEntry(deps.db, attemptId, seq)
    return logged?.contentHash.equals(given.contentHash) ? attemptResultOf(attempt) : refuseEndedAttempt(attempt)
  }
  if (attempt.overdue) {
    await endAttemptIfOverdue(deps, attemptId)
    const ended = await findAttempt(deps.db, attemptId, grace)
    return ended?.submittedAt ? refuseEndedAttempt(ended) : undefined
  }
  if (isAutoSubmittedTooEarly(given.byClock, attempt)) return refuseBeforeDeadline(attempt)
  if (seq !== attempt.savedSeq + 1)
    return refuseStaleSave(deps.db, { ...attempt, answers: toAnswersByQuestion(attempt.answers) }, seq)
  const known = await findPaperShape(deps, attemptId)
  if (known && !areAnswersValid(known.shape, given.answers)) return refuse('exam.badAnswer')
  return undefined
}
