import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { answersFit } from '../grade.ts'
import { maySitAttempt } from '../policy.ts'
import { contentHash } from '../receipt.ts'
import { findLogged } from '../store/answer-log.ts'
import { findAttempt, toAnswers } from '../store/attempts.ts'
import { settleAttempt } from './finish.ts'
import { type Given, handIn } from './hand-in.ts'
import { rangEarly, refuseEarly, refuseEnded, resultOf } from './result.ts'
import type { SaveInput } from './save.ts'
import { readShape } from './shape.ts'
import { refuseStale } from './stale.ts'

export interface SubmitInput extends SaveInput {
  /** the page's clock hands in and not the person, at the deadline it knows of */
  byClock: boolean
}

/** more than two tries means that somebody saves and submits at once, over and over */
const tries = 4

/**
 * 交卷: the last answers, the result and the hours, in one transaction. An identical repeat gets the first result;
 * anything else after the end is refused with it. A page whose clock hands in while the deadline lies ahead is told, and goes on.
 * Past deadline and grace the server submits what was saved instead.
 */
export async function submitExam(deps: Deps, student: StudentActor, input: SubmitInput) {
  const { attemptId, seq, answers, byClock } = input
  const hash = contentHash('SUBMIT', seq, answers)
  const { studentId } = student
  const given = { attemptId, seq, answers, contentHash: hash, studentId, byClock }
  for (let tried = 0; tried < tries; tried += 1) {
    const result = (await handIn(deps, given)) ?? (await answerUntaken(deps, student, given))
    if (result) return result
  }
  return refuse('common.busy')
}

/** Why nothing was taken. The first result for a repeat; undefined: another answer arrived meanwhile, it may be tried again. */
async function answerUntaken(deps: Deps, student: StudentActor, given: Given) {
  const { attemptId, seq } = given
  const grace = await deps.settings.get('exam.graceSeconds')
  const attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt || !maySitAttempt(student, attempt)) return refuse('exam.attemptNotFound')
  if (attempt.submittedAt) {
    const logged = await findLogged(deps.db, attemptId, seq)
    return logged?.contentHash.equals(given.contentHash) ? resultOf(attempt) : refuseEnded(attempt)
  }
  if (attempt.overdue) {
    await settleAttempt(deps, attemptId)
    const ended = await findAttempt(deps.db, attemptId, grace)
    return ended?.submittedAt ? refuseEnded(ended) : undefined
  }
  if (rangEarly(given.byClock, attempt)) return refuseEarly(attempt)
  if (seq !== attempt.savedSeq + 1)
    return refuseStale(deps.db, { ...attempt, answers: toAnswers(attempt.answers) }, seq)
  const known = await readShape(deps, attemptId)
  if (known && !answersFit(known.shape, given.answers)) return refuse('exam.badAnswer')
  return undefined
}
