import { randomInt, randomUUID } from 'node:crypto'
import { clientCalls } from '@ce/contract'
import type { Db } from '../../../platform/db/database.ts'
import type { CourseRules } from '../../catalogue/service.ts'
import { drawCaptures, drawPaper, type Paper } from '../paper.ts'
import { firstHash } from '../receipt.ts'
import type { NewPaper } from '../store/papers.ts'
import { readBank } from './bank.ts'

/** Which attempt a paper is for; `used`: attempts of the round that count so far. */
export interface PaperFor {
  signCourseId: string
  round: number
  no: number
  used: number
}

/** Draws the paper of one attempt, ready to be shown; null when the bank has too few questions. */
export async function drawFor(
  db: Db,
  rules: CourseRules,
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
    logHash: firstHash(id),
    bankVersion: rules.bankVersion,
    courseVersionId: rules.versionId,
  }
}

const shownQuestions = clientCalls.exam.start.response.shape.questions

/** The contract's response lets no right answer out; what it lets out is written down once, as JSON. */
function shownOf({ questions }: Pick<Paper, 'questions'>): string {
  return JSON.stringify(shownQuestions.parse(questions))
}
