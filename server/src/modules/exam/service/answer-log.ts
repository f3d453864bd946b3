import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { firstHash, isReceiptOf, lastLinkOf } from '../receipt.ts'
import { listLog } from '../store/answer-log.ts'
import type { Attempt } from '../store/attempts.ts'
import { findPaper } from '../store/papers.ts'
import { headOf, requireEnded } from './ended.ts'

/** Everything that was handed in during a sitting, and whether the receipt still stands for it. */
export async function readAnswerLog(
  deps: Deps,
  student: StudentActor,
  { attemptId }: { attemptId: string },
) {
  const { attempt, course } = await requireEnded(deps, student, attemptId)
  const head = headOf(attempt, course)
  const chain = await chainOf(deps, attempt)
  return { ...head, firstHash: firstHash(attemptId).toString('hex'), ...chain }
}

/** The chain of what was handed in, each link and the receipt calculated anew. */
export async function chainOf(deps: Deps, attempt: Attempt) {
  const attemptId = attempt.id
  const [log, stored] = await Promise.all([
    listLog(deps.db, attemptId),
    findPaper(deps.db, attemptId),
  ])
  const numbers = new Map(stored?.paper.questions.map(({ id }, index) => [id, index + 1]))
  const entries = log.map(({ seq, kind, at, answers, hash }) => ({
    seq,
    kind,
    at,
    hash: hash.toString('hex'),
    changes: Object.entries(answers)
      .map(([id, chosen]) => ({ question: numbers.get(id) ?? 0, chosen: [...chosen].sort() }))
      .sort((one, other) => one.question - other.question),
  }))
  const last = lastLinkOf(attemptId, log)
  const intact = last !== null && isReceiptOf(deps.keys, attemptId, last, attempt.receipt)
  return { entries, intact }
}
