import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { answersFit, shapeOf } from '../grade.ts'
import { maySitAttempt } from '../policy.ts'
import { contentHash, nextHash } from '../receipt.ts'
import {
  findAttempt,
  findLogged,
  insertSubmission,
  type LockedAttempt,
  lockAttempt,
  toAnswers,
  toPaper,
} from '../store.ts'
import { finishAttempt } from './finish.ts'
import { refuseEnded, resultOf } from './result.ts'
import type { SaveInput } from './save.ts'

/**
 * 交卷: the last answers, the result and the hours, in one transaction. An identical repeat gets the first result;
 * anything else after the end is refused with it. Past deadline and grace the server submits what was saved instead.
 */
export async function submitExam(deps: Deps, student: StudentActor, input: SaveInput) {
  const grace = await deps.settings.get('exam.graceSeconds')
  const hash = contentHash('SUBMIT', input.seq, input.answers)
  const taken = await inTransaction(deps.db, async (tx) => {
    const attempt = await lockAttempt(tx, input.attemptId, grace)
    if (!attempt || !maySitAttempt(student, attempt)) return refuse('exam.attemptNotFound')
    if (attempt.submittedAt) return isRepeat(tx, input, hash)
    if (attempt.overdue) return submitSaved(tx, deps, attempt)
    return submitGiven(tx, deps, attempt, input, hash)
  })
  const attempt = await findAttempt(deps.db, input.attemptId, grace)
  if (!attempt) return refuse('exam.attemptNotFound')
  return taken ? resultOf(attempt) : refuseEnded(attempt)
}

async function isRepeat(tx: Tx, input: SaveInput, hash: Buffer): Promise<boolean> {
  const logged = await findLogged(tx, input.attemptId, input.seq)
  return logged?.contentHash.equals(hash) ?? false
}

async function submitSaved(tx: Tx, deps: Deps, attempt: LockedAttempt): Promise<false> {
  const { savedSeq, logHash } = attempt
  const answers = toAnswers(attempt.answers)
  await finishAttempt(tx, deps, attempt, { by: 'DEADLINE', answers, savedSeq, logHash })
  return false
}

async function submitGiven(
  tx: Tx,
  deps: Deps,
  attempt: LockedAttempt,
  input: SaveInput,
  content: Buffer,
): Promise<true> {
  const { attemptId, seq } = input
  const saved = toAnswers(attempt.answers)
  if (seq !== attempt.savedSeq + 1)
    refuse('exam.seqStale', { savedSeq: attempt.savedSeq, answers: saved })
  if (!answersFit(shapeOf(toPaper(attempt.paper)), input.answers)) refuse('exam.badAnswer')
  const hash = nextHash(attempt.logHash, content)
  const given = { attemptId, seq, answers: input.answers, contentHash: content, hash }
  await insertSubmission(tx, given)
  const answers = { ...saved, ...input.answers }
  await finishAttempt(tx, deps, attempt, { by: 'STUDENT', answers, savedSeq: seq, logHash: hash })
  return true
}
