import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { answersFit, shapeOf } from '../grade.ts'
import { maySitAttempt } from '../policy.ts'
import { contentHash, nextHash } from '../receipt.ts'
import { findLogged, insertSubmission } from '../store/answer-log.ts'
import { type Attempt, type LockedAttempt, lockAttempt, toAnswers } from '../store/attempts.ts'
import { toPaper } from '../store/papers.ts'
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
  const { attempt, taken } = await inTransaction(deps.db, async (tx) => {
    const locked = await lockAttempt(tx, input.attemptId, grace)
    if (!locked || !maySitAttempt(student, locked)) return refuse('exam.attemptNotFound')
    if (locked.submittedAt) return { attempt: locked, taken: await isRepeat(tx, input, hash) }
    if (locked.overdue) return { attempt: await submitSaved(tx, deps, locked), taken: false }
    return { attempt: await submitGiven(tx, deps, locked, input, hash), taken: true }
  })
  return taken ? resultOf(attempt) : refuseEnded(attempt)
}

async function isRepeat(tx: Tx, input: SaveInput, hash: Buffer): Promise<boolean> {
  const logged = await findLogged(tx, input.attemptId, input.seq)
  return logged?.contentHash.equals(hash) ?? false
}

function submitSaved(tx: Tx, deps: Deps, attempt: LockedAttempt): Promise<Attempt> {
  const { savedSeq, logHash } = attempt
  const answers = toAnswers(attempt.answers)
  return finishAttempt(tx, deps, attempt, { by: 'DEADLINE', answers, savedSeq, logHash })
}

async function submitGiven(
  tx: Tx,
  deps: Deps,
  attempt: LockedAttempt,
  input: SaveInput,
  content: Buffer,
): Promise<Attempt> {
  const { attemptId, seq } = input
  const saved = toAnswers(attempt.answers)
  if (seq !== attempt.savedSeq + 1)
    refuse('exam.seqStale', { savedSeq: attempt.savedSeq, answers: saved })
  if (!answersFit(shapeOf(toPaper(attempt.paper)), input.answers)) refuse('exam.badAnswer')
  const hash = nextHash(attempt.logHash, content)
  const given = { attemptId, seq, answers: input.answers, contentHash: content, hash }
  await insertSubmission(tx, given)
  const answers = { ...saved, ...input.answers }
  return finishAttempt(tx, deps, attempt, { by: 'STUDENT', answers, savedSeq: seq, logHash: hash })
}
