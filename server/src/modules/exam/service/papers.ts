import { randomInt, randomUUID } from 'node:crypto'
import { clientCalls } from '@ce/contract'
import { LRUCache } from 'lru-cache'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { type CommitOutcome, createOncePerOwner, GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsAtOnce } from '../../../platform/jobs/sweep.ts'
import { listEnabledQuestions } from '../../catalogue/question/service.ts'
import { type CourseExamRules, findCourseExamRules } from '../../catalogue/service.ts'
import { type AnswerKey, type AnswerOptions, answerKeyOf, answerOptionsOf } from '../grade.ts'
import { type BankQuestion, drawCaptures, drawPaper, type Paper } from '../paper.ts'
import { firstLogHash } from '../receipt.ts'
import {
  claimDuePapers,
  enqueueOutdatedPapers,
  insertPaper,
  listDuePapers,
  loadStartedPapers,
  type NewPaper,
} from '../store/papers.ts'

const banks = new LRUCache<string, { version: number; bank: BankQuestion[] }>({ max: 200 })

/** A paper never changes once drawn, so it can be cached. */
const known = new LRUCache<string, PaperShape>({ max: 5000 })

/** Many first answers arrive within seconds, so papers are read together. */
const groupOf = createOncePerOwner(
  (deps: Deps) =>
    new GroupCommit<string, PaperShape | undefined>((attemptIds) => readTogether(deps, attemptIds), {
      name: 'exam read',
    }),
)

const shownQuestions = clientCalls.exam.start.response.shape.questions

const batch = 200

/**
 * Papers are drawn in advance for a rush of starts; each process takes its own batch. @returns number of attempts
 * checked
 */
export async function preparePapers(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'exam.preparePapers'
  await enqueueOutdatedPapers(deps.db)
  let total = 0
  for (;;) {
    let taken = 0
    const items = await listDuePapers(deps.db, { job, limit: batch })
    const { failed } = await sweepItemsAtOnce(deps.db, {
      job,
      items,
      subjectOf: (signCourseId) => signCourseId,
      workTogether: async (ids) => {
        taken += await prepareBatch(deps, ids, stopping)
      },
      goesOn: continueUntilStopped(stopping),
    })
    total += taken
    // No row was processed, because another process has locked the remaining rows, so stop here.
    if (taken + failed === 0 || items.length < batch) return total
  }
}

function prepareBatch(deps: Deps, signCourseIds: readonly string[], stopping?: AbortSignal): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const { taken, due } = await claimDuePapers(tx, signCourseIds)
    const rules = new Map<string, CourseExamRules | undefined>()
    for (const one of due) {
      stopping?.throwIfAborted()
      if (!rules.has(one.courseVersionId))
        rules.set(one.courseVersionId, await findCourseExamRules(tx, one.courseVersionId))
      const known = rules.get(one.courseVersionId)
      const paper = known && (await drawPaperFor(tx, known, one))
      if (paper) await insertPaper(tx, paper)
    }
    return taken
  })
}

/** `used` counts the attempts of the round so far. */
interface PaperFor {
  signCourseId: string
  round: number
  no: number
  used: number
}

/** Returns null when the question bank has too few questions. */
export async function drawPaperFor(
  db: Db,
  rules: CourseExamRules,
  { signCourseId, round, no, used }: PaperFor,
): Promise<NewPaper | null> {
  const bank = await readBank(db, rules.courseId, rules.bankVersion)
  const paper = drawPaper(bank, rules, randomInt)
  if (!paper) return null
  const id = randomUUID()
  return {
    id,
    signCourseId,
    courseId: rules.courseId,
    round,
    no,
    attemptsLeft: Math.max(0, rules.attemptsPerRound - used - 1),
    paper,
    shown: shownOf(paper),
    totalPoints: paper.totalPoints,
    passMark: rules.passMark,
    examSeconds: rules.examSeconds,
    captures: drawCaptures(rules.randomCaptures, rules.examSeconds, randomInt),
    logHash: firstLogHash(id),
    bankVersion: rules.bankVersion,
    courseVersionId: rules.versionId,
  }
}

/** The response schema removes the right answers from the paper. */
function shownOf({ questions }: Pick<Paper, 'questions'>): string {
  return JSON.stringify(shownQuestions.parse(questions))
}

export interface PaperShape {
  studentId: string
  startedAt: Date
  shape: AnswerOptions
  key: AnswerKey
}

/** Returns undefined when there is no such attempt. */
export async function findPaperShape(deps: Deps, attemptId: string): Promise<PaperShape | undefined> {
  const id = attemptId.toLowerCase()
  return known.get(id) ?? groupOf(deps).submit(id, id)
}

async function readTogether(deps: Deps, attemptIds: string[]): Promise<CommitOutcome<PaperShape | undefined>[]> {
  const papers = await loadStartedPapers(deps.pool, attemptIds)
  return attemptIds.map((attemptId) => {
    const row = papers.get(attemptId)
    if (!row) return { result: undefined }
    const { studentId, startedAt, paper } = row
    const result = { studentId, startedAt, shape: answerOptionsOf(paper), key: answerKeyOf(paper) }
    known.set(attemptId, result)
    return { result }
  })
}

/** The version is read first, so a paper counts as outdated when the question bank changed during the read. */
async function readBank(db: Db, courseId: string, version: number): Promise<BankQuestion[]> {
  const hit = banks.get(courseId)
  if (hit?.version === version) return hit.bank
  const bank = await listEnabledQuestions(db, courseId)
  banks.set(courseId, { version, bank })
  return bank
}
