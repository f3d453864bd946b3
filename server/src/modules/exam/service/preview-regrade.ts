import { regradeKindNames, regradeOutcomeHints, regradeOutcomeNames } from '@ce/contract/regrade-outcomes'
import { auditStaff } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type SheetCell, writeWorkbook, xlsxMime } from '../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findQuestion } from '../../catalogue/question/service.ts'
import { requiredHoursOf } from '../../catalogue/required-courses.ts'
import { findPlanByYear } from '../../catalogue/service.ts'
import { loadYearLedgers } from '../../credits/hours/service.ts'
import { areHoursComplete } from '../../learning/sign/state.ts'
import { maskPhone } from '../../student/service/person.ts'
import type { AnswerKeyCorrection } from '../grade.ts'
import {
  type CurrentBankQuestion,
  type CurrentExamResult,
  computeRegradedResult,
  currentAnswerOnPaper,
  isQuestionUnchanged,
  type Outcome,
  previewDigestOf,
  type RegradeKind,
  regradeOutcomeOf,
} from '../regrade.ts'
import { listPaperIdsWithQuestion, listPapersWithQuestion, type PaperWithQuestion } from '../store/papers.ts'
import type { RegradeCounts } from '../store/regrades.ts'
import { listCorrections } from '../store/regrades.ts'

/** A preview file contains at most this many rows. */
const most = 20_000

const columns = [
  ['姓名', 14],
  ['手机号', 16],
  ['课程', 30],
  ['年度', 8],
  ['第几次考试', 12],
  ['原成绩', 10],
  ['原结果', 10],
  ['新成绩', 10],
  ['新结果', 10],
  ['变化', 16],
  ['说明', 44],
] as const

const resultOf = (standing: CurrentExamResult | null): SheetCell[] =>
  standing ? [standing.score, standing.passed ? '合格' : '未合格'] : [null, null]

export interface RegradePreviewRow {
  paperId: string
  studentId: string
  studentName: string
  phone: string
  courseTitle: string
  year: number
  no: number
  answer: string[] | null
  before: CurrentExamResult | null
  now: CurrentExamResult
  outcome: Outcome
}

export interface ComputedRegradePreview {
  rows: RegradePreviewRow[]
  counts: RegradeCounts
  loses: string[]
  /** Digest of the marking and of the passed results that would be lost. Later submissions do not change it. */
  digest: string
}

export interface RegradePreviewRequest {
  questionId: string
  kind: RegradeKind
  losePass: boolean
}

/** The preview reads this many papers at a time. */
const batch = 500

const mostPapers = 50_000

/** The preview writes nothing. @throws Refusal exam.regradeNothing, exam.regradeUnclear, exam.regradeTooMany. */
export async function computeRegradePreview(db: Db, wanted: RegradePreviewRequest): Promise<ComputedRegradePreview> {
  const question = await findQuestion(db, wanted.questionId)
  if (!question) return refuse('question.notFound')
  const held: Marked[] = []
  const passed = new Set<string>()
  const skipped = { yearClosed: 0, unclear: 0 }
  const ids = await listPaperIdsWithQuestion(db, question.id, mostPapers + 1)
  if (ids.length > mostPapers) refuse('exam.regradeTooMany', { most: mostPapers })
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch)
    const papers = await listPapersWithQuestion(db, question.id, some)
    const corrections = await listCorrections(db, some)
    for (const paper of papers) {
      const marked = markAnew(paper, corrections.get(paper.paperId) ?? [], question, wanted)
      if (marked === 'YEAR_CLOSED') skipped.yearClosed += 1
      else if (marked === 'UNCLEAR') skipped.unclear += 1
      else if (marked) held.push(marked)
    }
  }
  if (skipped.unclear > 0) refuse('exam.regradeUnclear', { papers: skipped.unclear })
  if (held.length === 0) refuse(skipped.yearClosed > 0 ? 'exam.regradeYearClosed' : 'exam.regradeNothing')
  // Mark earlier attempts first: if two attempts of one course would pass, only the earlier one counts as passed.
  held.sort(
    (a, b) => a.paper.round - b.paper.round || a.paper.no - b.paper.no || (a.paper.paperId < b.paper.paperId ? -1 : 1),
  )
  const rows = held.map((one) => toRow(one, passed, wanted))
  const counts = { ...skipped, ...(await countsOf(db, rows, held)) }
  const { type, stem, options, answer, enabled } = question
  const loses = rows
    .filter(({ outcome }) => outcome === 'PASS_LOST')
    .map(({ paperId }) => paperId)
    .sort()
  const content = previewDigestOf([wanted.kind, type, stem, options, answer, enabled])
  return {
    rows,
    counts,
    loses,
    digest: wanted.losePass ? `${content}.${previewDigestOf(loses)}` : content,
  }
}

export function isPreviewMarkingUnchanged(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0]
}

interface Marked {
  paper: PaperWithQuestion
  answer: string[] | null
  now: CurrentExamResult
}

function markAnew(
  held: PaperWithQuestion,
  earlier: readonly AnswerKeyCorrection[],
  question: CurrentBankQuestion & { id: string; enabled: boolean },
  { kind }: RegradePreviewRequest,
): Marked | 'YEAR_CLOSED' | 'UNCLEAR' | null {
  const { asked, key: questions } = held
  if (!held.usable) return null
  const before = earlier.filter(({ questionId }) => questionId === question.id)
  // The paper already has the current answer of the question bank, so there is nothing to regrade.
  if (before.length === 0 && (question.enabled || kind === 'KEY') && isQuestionUnchanged(asked, question)) return null
  if (!held.yearOpen) return held.begun ? 'YEAR_CLOSED' : null
  const answer = kind === 'KEY' ? currentAnswerOnPaper(asked, question) : null
  if (kind === 'KEY' && !answer) return 'UNCLEAR'
  const corrections = [...earlier, { questionId: question.id, kind, answer }]
  const { passMark } = held
  return {
    paper: held,
    answer,
    now: computeRegradedResult({ questions }, corrections, { answers: held.answers ?? {}, passMark }),
  }
}

function toRow({ paper, answer, now }: Marked, passed: Set<string>, wanted: RegradePreviewRequest): RegradePreviewRow {
  const { paperId, studentId, studentName, phone, courseTitle, year, no, signCourseId } = paper
  const before = currentResultOf(paper)
  const passedElsewhere = paper.passedElsewhere || passed.has(signCourseId)
  const outcome = regradeOutcomeOf({ ...paper, standing: before, passedElsewhere }, now, wanted.losePass)
  if (outcome === 'PASS_GAINED') passed.add(signCourseId)
  return {
    ...{ paperId, studentId, studentName, phone, courseTitle, year, no },
    ...{ answer, before, now, outcome },
  }
}

/** Returns null when the attempt has no result yet. */
export function currentResultOf(sitting: {
  score: number | null
  rightCount: number | null
  wrongCount: number | null
  passed: boolean | null
}): CurrentExamResult | null {
  const { score, rightCount: right, wrongCount: wrong, passed } = sitting
  if (score === null || right === null || wrong === null || passed === null) return null
  return { score, right, wrong, passed }
}

async function countsOf(
  db: Db,
  rows: RegradePreviewRow[],
  held: Marked[],
): Promise<Omit<RegradeCounts, 'yearClosed' | 'unclear'>> {
  const outcomes: RegradeCounts['outcomes'] = {}
  for (const { outcome } of rows) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const of = (wanted: Outcome) => held.filter(({ paper }, index) => rows[index]?.outcome === wanted && paper.paid)
  const [gained, lost] = [of('PASS_GAINED'), of('PASS_LOST')]
  const hoursOf = (list: Marked[]) => list.reduce((sum, { paper }) => sum + paper.hours, 0)
  const revoked = lost.filter(({ paper }) => paper.proofStands)
  return {
    papers: rows.length,
    outcomes,
    hoursGained: hoursOf(gained),
    hoursLost: hoursOf(lost),
    proofsRevoked: new Set(revoked.map(ownerOf)).size,
    proofsIssued: await countProofsIssued(db, gained),
  }
}

const ownerOf = ({ paper: { studentId, year } }: Marked) => `${studentId} ${year}`

async function countProofsIssued(db: Db, gained: Marked[]): Promise<number> {
  const owners = Map.groupBy(
    gained.filter(({ paper }) => !paper.proofStands),
    ownerOf,
  )
  const ledgers = await loadYearLedgers(
    db,
    [...owners.values()].flatMap(([one]) => (one ? [one.paper] : [])),
  )
  const plans = new Map<number, Awaited<ReturnType<typeof findPlanByYear>>>()
  let issued = 0
  for (const { studentId, year, earned } of ledgers) {
    if (!plans.has(year)) plans.set(year, await findPlanByYear(db, year))
    const plan = plans.get(year)
    const added = { ...earned }
    for (const { paper } of owners.get(`${studentId} ${year}`) ?? [])
      added[paper.subject === 'PUBLIC' ? 'public' : 'professional'] += paper.hours
    if (plan && areHoursComplete(requiredHoursOf(plan), added)) issued += 1
  }
  return issued
}

export async function exportRegradePreview(deps: Deps, staff: StaffAtWork, wanted: RegradePreviewRequest) {
  const question = await findQuestion(deps.db, wanted.questionId)
  if (!question) return refuse('question.notFound')
  const { rows } = await computeRegradePreview(deps.db, wanted)
  const shown = rows.slice(0, most)
  const { questionId, kind, losePass } = wanted
  const detail = { kind, losePass, rows: shown.length }
  await auditStaff(deps.db, staff, 'exam.regradeExported', questionId, detail)
  const bytes = await writeWorkbook(columns, shown.map(toCells))
  return {
    name: `${question.courseTitle}第${question.no}号-${regradeKindNames[kind]}-预览.xlsx`,
    mime: xlsxMime,
    content: bytes.toString('base64'),
    exported: shown.length,
    leftOut: rows.length - shown.length,
  }
}

function toCells(row: RegradePreviewRow): SheetCell[] {
  const { studentName, phone, courseTitle, year, no, before, now, outcome } = row
  return [
    ...[studentName, maskPhone(phone), courseTitle, year, no],
    ...resultOf(before),
    ...(before ? resultOf(now) : [null, null]),
    ...[regradeOutcomeNames[outcome], regradeOutcomeHints[outcome] ?? null],
  ]
}
