import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlanByYear, requiredOf } from '../../catalogue/service.ts'
import { yearLedgers } from '../../hours/service.ts'
import { findQuestion } from '../../question/service.ts'
import { bucketsFull } from '../../sign/service.ts'
import type { Correction } from '../grade.ts'
import {
  answerOnPaper,
  asksAsNow,
  type BankContent,
  digestOf,
  gradeAnew,
  type Outcome,
  outcomeOf,
  type RegradeKind,
  type Standing,
} from '../regrade.ts'
import { listCorrections } from '../store/corrections.ts'
import { type HeldPaper, listHeldPapers, listHolding } from '../store/held-papers.ts'
import type { RegradeCounts } from '../store/regrades.ts'

/** What would become of one paper. */
export interface PreviewRow {
  paperId: string
  studentId: string
  studentName: string
  phone: string
  courseTitle: string
  year: number
  no: number
  answer: string[] | null
  before: Standing | null
  now: Standing
  outcome: Outcome
}

export interface Preview {
  rows: PreviewRow[]
  counts: RegradeCounts
  /** papers that lose their pass */
  loses: string[]
  /**
   * Names what staff agree to: how the question is marked, and who loses a pass. Whoever hands in meanwhile changes none of it: their papers
   * are marked anew as well, and their passes are kept.
   */
  digest: string
}

export interface Wanted {
  questionId: string
  kind: RegradeKind
  losePass: boolean
}

/** papers read at once */
const batch = 500
const mostPapers = 50_000

/**
 * What marking a question anew would do to every paper of an open year that held it otherwise than the bank asks it now. Reads only.
 * @throws Refusal exam.regradeNothing, exam.regradeUnclear, exam.regradeTooMany
 */
export async function previewOf(db: Db, wanted: Wanted): Promise<Preview> {
  const question = await findQuestion(db, wanted.questionId)
  if (!question) return refuse('question.notFound')
  const held: Marked[] = []
  const passed = new Set<string>()
  const skipped = { yearClosed: 0, unclear: 0 }
  const ids = await listHolding(db, question.id, mostPapers + 1)
  if (ids.length > mostPapers) refuse('exam.regradeTooMany', { most: mostPapers })
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch)
    const papers = await listHeldPapers(db, question.id, some)
    const corrections = await listCorrections(db, some)
    for (const paper of papers) {
      const marked = markAnew(paper, corrections.get(paper.paperId) ?? [], question, wanted)
      if (marked === 'YEAR_CLOSED') skipped.yearClosed += 1
      else if (marked === 'UNCLEAR') skipped.unclear += 1
      else if (marked) held.push(marked)
    }
  }
  if (skipped.unclear > 0) refuse('exam.regradeUnclear', { papers: skipped.unclear })
  if (held.length === 0)
    refuse(skipped.yearClosed > 0 ? 'exam.regradeYearClosed' : 'exam.regradeNothing')
  // of two sittings of one course the earlier one is passed by it
  held.sort(
    (a, b) =>
      a.paper.round - b.paper.round ||
      a.paper.no - b.paper.no ||
      (a.paper.paperId < b.paper.paperId ? -1 : 1),
  )
  const rows = held.map((one) => toRow(one, passed, wanted))
  const counts = { ...skipped, ...(await countsOf(db, rows, held)) }
  const { type, stem, options, answer, enabled } = question
  const loses = rows
    .filter(({ outcome }) => outcome === 'PASS_LOST')
    .map(({ paperId }) => paperId)
    .sort()
  const content = digestOf([wanted.kind, type, stem, options, answer, enabled])
  return {
    rows,
    counts,
    loses,
    digest: wanted.losePass ? `${content}.${digestOf(loses)}` : content,
  }
}

/** Whether two digests are of the same question marked in the same way, whoever loses a pass by it. */
export function sameContent(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0]
}

interface Marked {
  paper: HeldPaper
  answer: string[] | null
  now: Standing
}

function markAnew(
  held: HeldPaper,
  earlier: readonly Correction[],
  question: BankContent & { id: string; enabled: boolean },
  { kind }: Wanted,
): Marked | 'YEAR_CLOSED' | 'UNCLEAR' | null {
  const { asked, key: questions } = held
  if (!held.usable) return null
  const before = earlier.filter(({ questionId }) => questionId === question.id)
  // what the bank asks today is held to be right
  if (before.length === 0 && (question.enabled || kind === 'KEY') && asksAsNow(asked, question))
    return null
  if (!held.yearOpen) return held.begun ? 'YEAR_CLOSED' : null
  const answer = kind === 'KEY' ? answerOnPaper(asked, question) : null
  if (kind === 'KEY' && !answer) return 'UNCLEAR'
  const corrections = [...earlier, { questionId: question.id, kind, answer }]
  const { passMark } = held
  return {
    paper: held,
    answer,
    now: gradeAnew({ questions }, corrections, { answers: held.answers ?? {}, passMark }),
  }
}

function toRow({ paper, answer, now }: Marked, passed: Set<string>, wanted: Wanted): PreviewRow {
  const { paperId, studentId, studentName, phone, courseTitle, year, no, signCourseId } = paper
  const before = standingOf(paper)
  const passedElsewhere = paper.passedElsewhere || passed.has(signCourseId)
  const outcome = outcomeOf({ ...paper, standing: before, passedElsewhere }, now, wanted.losePass)
  if (outcome === 'PASS_GAINED') passed.add(signCourseId)
  return {
    ...{ paperId, studentId, studentName, phone, courseTitle, year, no },
    ...{ answer, before, now, outcome },
  }
}

/** The result that a sitting has; null: it has none yet. */
export function standingOf(sitting: {
  score: number | null
  rightCount: number | null
  wrongCount: number | null
  passed: boolean | null
}): Standing | null {
  const { score, rightCount: right, wrongCount: wrong, passed } = sitting
  if (score === null || right === null || wrong === null || passed === null) return null
  return { score, right, wrong, passed }
}

async function countsOf(
  db: Db,
  rows: PreviewRow[],
  held: Marked[],
): Promise<Omit<RegradeCounts, 'yearClosed' | 'unclear'>> {
  const outcomes: RegradeCounts['outcomes'] = {}
  for (const { outcome } of rows) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const of = (wanted: Outcome) =>
    held.filter(({ paper }, index) => rows[index]?.outcome === wanted && paper.paid)
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

/** Of those who gain hours, whose year is full by them. */
async function countProofsIssued(db: Db, gained: Marked[]): Promise<number> {
  const owners = Map.groupBy(
    gained.filter(({ paper }) => !paper.proofStands),
    ownerOf,
  )
  const ledgers = await yearLedgers(
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
    if (plan && bucketsFull(requiredOf(plan), added)) issued += 1
  }
  return issued
}
