import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type Db, inSnapshot } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { IntegritySlice } from '../../../platform/integrity/rounds.ts'
import { computeLastLogHash, firstLogHash, isReceiptValid } from '../receipt.ts'
import { listAnswerLogHeads, listLogEntries, listLogEntriesOfAttempts } from '../store/answer-log.ts'
import type { Attempt } from '../store/attempts.ts'
import { findStartedPaper } from '../store/papers.ts'
import { attemptHeaderOf, requireEndedAttempt } from './result.ts'

const batch = 500

/** Recomputes each hash and compares the head and the receipt. */
export async function checkAnswerLogs(deps: Pick<Deps, 'db' | 'keys'>, after: string | null): Promise<IntegritySlice> {
  const sittings = await readSittings(deps.db, after ?? '00000000-0000-0000-0000-000000000000')
  const faults = sittings.flatMap(({ head, log }) => {
    const problem = problemOf(deps, head, log)
    return problem ? [`attempt ${head.id}: ${problem}`] : []
  })
  return { checked: sittings.length, faults, next: sittings.length < batch ? null : (sittings.at(-1)?.head.id ?? null) }
}

/**
 * Reads the last hashes and the entries of the logs in one snapshot, because students may save answers in the meantime.
 */
function readSittings(db: Db, after: string): Promise<{ head: Head; log: Log }[]> {
  return inSnapshot(db, async (tx) => {
    const heads = await listAnswerLogHeads(tx, after, batch)
    const ids = heads.map(({ id }) => id)
    const logs = Map.groupBy(await listLogEntriesOfAttempts(tx, ids), ({ attemptId }) => attemptId)
    return heads.map((head) => ({ head, log: logs.get(head.id) ?? [] }))
  })
}

type Head = Awaited<ReturnType<typeof listAnswerLogHeads>>[number]

type Log = Awaited<ReturnType<typeof listLogEntriesOfAttempts>>

function problemOf({ keys }: Pick<Deps, 'keys'>, head: Head, log: Log): string | null {
  const link = computeLastLogHash(head.id, log)
  if (!link) return 'an entry was changed, left out or put in'
  if (head.savedSeq !== log.length) return `${head.savedSeq} entries were saved, ${log.length} are there`
  if (!link.equals(head.logHash)) return 'the last entry is not the one the sitting ends with'
  if (head.receipt !== null && !isReceiptValid(keys, head.id, link, head.receipt))
    return 'the receipt speaks for other answers'
  return null
}

export async function readAnswerLog(deps: Deps, student: StudentActor, { attemptId }: { attemptId: string }) {
  const { attempt, course } = await requireEndedAttempt(deps, student, attemptId)
  const head = attemptHeaderOf(attempt, course)
  const chain = await verifyAnswerLog(deps, attempt)
  return { ...head, firstHash: firstLogHash(attemptId).toString('hex'), ...chain }
}

export async function verifyAnswerLog(deps: Deps, attempt: Attempt) {
  const attemptId = attempt.id
  const [log, stored] = await Promise.all([listLogEntries(deps.db, attemptId), findStartedPaper(deps.db, attemptId)])
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
  const last = computeLastLogHash(attemptId, log)
  const intact = last !== null && isReceiptValid(deps.keys, attemptId, last, attempt.receipt)
  return { entries, intact }
}
