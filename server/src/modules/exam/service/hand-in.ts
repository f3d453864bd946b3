import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { GroupCommit, type Outcome } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Answers, answersFit, type Correction, correctKey, grade } from '../grade.ts'
import { nextHash, receiptOf } from '../receipt.ts'
import { listCorrections } from '../store/corrections.ts'
import { type HandIn, lockOpen, type Open, writeHandIns } from '../store/hand-in.ts'
import { creditPasses } from './finish.ts'
import { rangEarly } from './result.ts'
import { closeRounds } from './round.ts'
import { type Known, readShape } from './shape.ts'

/** One candidate's last answers, as they came. */
export interface Given {
  attemptId: string
  studentId: string
  seq: number
  answers: Answers
  contentHash: Buffer
  /** the page's clock hands in, not the person */
  byClock: boolean
}

export interface HandedIn {
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

const groups = new WeakMap<Deps, GroupCommit<Given, HandedIn | null>>()

/**
 * Hands in, together with whoever hands in at this moment; durable when it resolves. Null: it is not to be taken just so (not
 * theirs, ended, overdue, by a clock before the deadline, another seq, answers that do not fit), and nothing was written.
 */
export function handIn(deps: Deps, given: Given): Promise<HandedIn | null> {
  let group = groups.get(deps)
  if (!group) {
    // a pass waits for its ledger: others must not become overdue behind it
    group = new GroupCommit((batch) => commitHandIns(deps, batch), {
      name: 'exam hand-in',
      lanes: 2,
      spare: 2,
    })
    groups.set(deps, group)
  }
  return group.submit(given.attemptId, given)
}

async function commitHandIns(deps: Deps, batch: Given[]): Promise<Outcome<HandedIn | null>[]> {
  const grace = await deps.settings.get('exam.graceSeconds')
  const papers = await Promise.all(batch.map(({ attemptId }) => readShape(deps, attemptId)))
  const done = await inTransaction(deps.db, async (tx) => {
    const locked = await lockOpen(
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
    if (taken.length > 0) await writeHandIns(tx, taken)
    await follow(tx, deps, locked, taken)
    return marked.map((one) => one && toResult(one, open.get(one.id)))
  })
  return done.map((result) => ({ result }))
}

function mark(
  deps: Deps,
  given: Given,
  attempt: Open | undefined,
  known: Known | undefined,
  corrections: readonly Correction[],
): HandIn | null {
  if (!attempt || !known || attempt.studentId !== given.studentId) return null
  if (attempt.ended || attempt.overdue || given.seq !== attempt.savedSeq + 1) return null
  if (rangEarly(given.byClock, attempt)) return null
  if (!answersFit(known.shape, given.answers)) return null
  const { score, right, wrong } = grade(correctKey(known.key, corrections), {
    ...attempt.answers,
    ...given.answers,
  })
  const { attemptId: id, seq, answers, contentHash } = given
  const logHash = nextHash(attempt.logHash, contentHash)
  const receipt = receiptOf(deps.keys, id, logHash)
  const passed = score >= attempt.passMark
  return { id, seq, answers, contentHash, logHash, score, right, wrong, passed, receipt }
}

/**
 * What results bring with them: the hours of a pass, or after the last failure of a round the re-study round.
 */
async function follow(tx: Tx, deps: Deps, locked: Open[], taken: HandIn[]): Promise<void> {
  const passed = new Map(taken.map((one) => [one.id, one.passed]))
  const of = (which: boolean) => locked.filter(({ id }) => passed.get(id) === which)
  await creditPasses(tx, deps, of(true))
  await closeRounds(tx, of(false))
}

function toResult(taken: HandIn, attempt: Open | undefined): HandedIn | null {
  if (!attempt) return null
  const { score, right, wrong, passed, receipt } = taken
  const { id: attemptId, totalPoints, passMark, attemptsLeft } = attempt
  return {
    ...{ attemptId, score, totalPoints, passMark, passed, right, wrong, attemptsLeft, receipt },
    submittedBy: 'STUDENT',
  }
}
