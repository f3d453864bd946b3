import { findPaperGaps, paperGapText } from '@ce/contract/paper-rules'
import { findingTexts } from '@ce/contract/question-finding-text'
import { auditStaff } from '../../../../platform/audit.ts'
import { type Db, inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { type FindingKind, type FindingPart, toFindingView } from '../findings.ts'
import { listPlanPaperNeeds, listQuestionBanks } from '../store/banks.ts'
import { acceptFinding, listFindingsByQuestion, listOpenFindings, type OpenFinding } from '../store/findings.ts'
import { findQuestion, lockQuestionBank } from '../store/questions.ts'

const listed = 20

export const emptyOpenFindings: OpenFindings = { serious: 0, minor: 0, questions: [] }

export interface AcceptQuestionFindingInput {
  id: string
  version: number
  kind: FindingKind
  part: FindingPart
  reason: string
}

/**
 * Locks the course, so that a publication sees the question bank either before or after this change. @throws Refusal
 * question.versionStale, question.findingGone
 */
export function acceptQuestionFinding({ db }: Deps, staff: StaffAtWork, input: AcceptQuestionFindingInput) {
  return inTransaction(db, async (tx) => {
    const { id, kind, part, reason } = input
    const course = await findQuestion(tx, id)
    if (!course || !(await lockQuestionBank(tx, course.courseId))) return refuse('question.notFound')
    const question = await findQuestion(tx, id)
    if (!question) return refuse('question.notFound')
    requireVersion(question, input.version, 'question.versionStale')
    const ofQuestion = async () => (await listFindingsByQuestion(tx, [id])).get(id) ?? []
    const found = (await ofQuestion()).find((one) => one.kind === kind && one.part === part)
    if (!found) return refuse('question.findingGone')
    const by = staff.username
    if (await acceptFinding(tx, { questionId: id, kind, part }, { by, reason })) {
      const detail = { no: question.no, kind, part, quote: found.quote, reason }
      await auditStaff(tx, staff, 'question.findingAccepted', id, detail)
    }
    return { findings: toFindingView(await ofQuestion()) }
  })
}

interface OpenFindings {
  serious: number
  minor: number
  questions: { id: string; no: number; words: string; serious: boolean }[]
}

export async function loadOpenFindingsByCourse(
  db: Db,
  courseIds?: readonly string[],
): Promise<Map<string, OpenFindings>> {
  const byCourse = Map.groupBy(await listOpenFindings(db, courseIds), ({ courseId }) => courseId)
  return new Map([...byCourse].map(([courseId, found]) => [courseId, together(found)]))
}

function together(found: readonly OpenFinding[]): OpenFindings {
  const questions = [...Map.groupBy(found, ({ id }) => id).values()].map((own) => ({
    id: own[0]?.id ?? '',
    no: own[0]?.no ?? 0,
    words: own.map((one) => findingTexts(one).words).join('；'),
    serious: own.some(({ serious }) => serious),
  }))
  const serious = questions.filter((one) => one.serious).length
  return { serious, minor: questions.length - serious, questions: questions.slice(0, listed) }
}

/** Returns sentences about too few questions for the papers of a year, by course id. */
export async function listQuestionBankGaps(db: Db, year: number): Promise<Map<string, string[]>> {
  const needs = (await listPlanPaperNeeds(db)).filter((need) => need.year === year)
  const banks = new Map((await listQuestionBanks(db)).map((bank) => [bank.courseId, bank.counts]))
  const byCourse = Map.groupBy(needs, ({ courseId }) => courseId)
  const gaps = [...byCourse].map(([courseId, papers]): [string, string[]] => {
    const words = papers.flatMap((paper) => findPaperGaps(paper, banks.get(courseId) ?? []).map(paperGapText))
    return [courseId, [...new Set(words)]]
  })
  return new Map(gaps.filter(([, words]) => words.length > 0))
}
