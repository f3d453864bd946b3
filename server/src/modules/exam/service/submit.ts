import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { answersFit } from '../grade.ts'
import { maySitAttempt } from '../policy.ts'
import { contentHash } from '../receipt.ts'
import { findLogged } from '../store/answer-log.ts'
import { findAttempt, toAnswers } from '../store/attempts.ts'
import { settleAttempt } from './finish.ts'
import { handIn } from './hand-in.ts'
import { refuseEnded, resultOf } from './result.ts'
import type { SaveInput } from './save.ts'
import { readShape } from './shape.ts'

/** more than two tries means that somebody saves and submits at once, over and over */
const tries = 4

/**
 * 交卷: the last answers, the result and the hours, in one transaction. An identical repeat gets the first result;
 * anything else after the end is refused with it. Past deadline and grace the server submits what was saved instead.
 */
export async function submitExam(deps: Deps, student: StudentActor, input: SaveInput) {
  const { attemptId, seq, answers } = input
  const hash = contentHash('SUBMIT', seq, answers)
  const given = { attemptId, seq, answers, contentHash: hash, studentId: student.studentId }
  for (let tried = 0; tried < tries; tried += 1) {
    const result = (await handIn(deps, given)) ?? (await answerUntaken(deps, student, input, hash))
    if (result) return result
  }
  return refuse('common.busy')
}

/** Why nothing was taken. The first result for a repeat; undefined: another answer arrived meanwhile, it may be tried again. */
async function answerUntaken(deps: Deps, student: StudentActor, input: SaveInput, hash: Buffer) {
  const { attemptId, seq } = input
  const grace = await deps.settings.get('exam.graceSeconds')
  const attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt || !maySitAttempt(student, attempt)) return refuse('exam.attemptNotFound')
  if (attempt.submittedAt) {
    const logged = await findLogged(deps.db, attemptId, seq)
    return logged?.contentHash.equals(hash) ? resultOf(attempt) : refuseEnded(attempt)
  }
  if (attempt.overdue) {
    await settleAttempt(deps, attemptId)
    const ended = await findAttempt(deps.db, attemptId, grace)
    return ended?.submittedAt ? refuseEnded(ended) : undefined
  }
  if (seq !== attempt.savedSeq + 1) {
    const { savedSeq } = attempt
    return refuse('exam.seqStale', { savedSeq, answers: toAnswers(attempt.answers) })
  }
  const known = await readShape(deps, attemptId)
  if (known && !answersFit(known.shape, input.answers)) return refuse('exam.badAnswer')
  return undefined
}
