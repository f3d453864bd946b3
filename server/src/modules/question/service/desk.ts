import { gapWords, type PaperGap, paperGaps } from '@ce/contract/paper-rules'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { toContent } from '../content.ts'
import { toShown } from '../findings.ts'
import { alike, likeness, piecesOf } from '../likeness.ts'
import { type Sums, statisticsOf } from '../statistics.ts'
import { listBanks, listPaperNeeds, type PaperNeed } from '../store/banks.ts'
import { findFindings } from '../store/findings.ts'
import {
  findQuestion,
  listQuestions,
  listWithPieces,
  type Question,
  type QuestionFilter,
} from '../store/questions.ts'
import { noFindings, openFindings } from './open-findings.ts'

/** Every course's bank, and whether it suffices for the plans that still examine it. */
export async function deskBanks({ db }: Deps) {
  const [banks, needs, found] = await Promise.all([
    listBanks(db),
    listPaperNeeds(db),
    openFindings(db),
  ])
  const byCourse = Map.groupBy(needs, ({ courseId }) => courseId)
  return banks.map(({ single, multiple, judge, counts, ...bank }) => ({
    ...bank,
    enabled: { single, multiple, judge },
    findings: found.get(bank.courseId) ?? noFindings,
    plans: [...Map.groupBy(byCourse.get(bank.courseId) ?? [], ({ year }) => year)].map(
      ([year, papers]) => ({ year, ...together(papers, counts) }),
    ),
  }))
}

/** What the papers of a plan ask of a bank: its students may be examined by different versions of the course. */
function together(papers: PaperNeed[], counts: number[]) {
  const most = (of: (paper: PaperNeed) => number) => Math.max(...papers.map(of))
  return {
    paper: {
      single: most((paper) => paper.singleCount),
      multiple: most((paper) => paper.multipleCount),
      judge: most((paper) => paper.judgeCount),
    },
    lacks: mostOf(papers.flatMap((paper) => paperGaps(paper, counts))).map(gapWords),
  }
}

/** Of each kind of question, the most that a version lacks. */
function mostOf(gaps: PaperGap[]): PaperGap[] {
  const kinds = Map.groupBy(gaps, ({ type, difficulty }) => `${type} ${difficulty}`).values()
  return [...kinds].flatMap((same) => same.toSorted((a, b) => b.need - a.need).slice(0, 1))
}

/** The desk's list, newest number first. */
export async function deskQuestions(
  { db }: Deps,
  {
    enabled,
    ...filter
  }: Omit<QuestionFilter, 'enabled'> & { enabled?: 'true' | 'false' | undefined },
) {
  const asked = { ...filter, enabled: enabled && enabled === 'true' }
  const { list, ...page } = await listQuestions(db, asked)
  const found = await findFindings(
    db,
    list.map(({ id }) => id),
  )
  return {
    list: list.map((row) => ({
      ...row,
      statistics: statisticsOf(sumsOf(row)),
      findings: toShown(found.get(row.id) ?? []),
    })),
    ...page,
  }
}

const mostSimilar = 5

/** One question, and those of its course that say nearly the same. @throws Refusal question.notFound */
export async function deskQuestion({ db }: Deps, { id }: { id: string }) {
  const question = await findQuestion(db, id)
  if (!question) return refuse('question.notFound')
  const found = await findFindings(db, [id])
  const near = await listWithPieces(db, question, piecesOf(question.stemKey))
  const similar = near
    .map(({ stemKey, ...other }) => ({ ...other, likeness: likeness(question.stemKey, stemKey) }))
    .filter((other) => other.likeness >= alike)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostSimilar)
  return {
    ...question,
    content: toContent(question),
    statistics: statisticsOf(sumsOf(question)),
    findings: toShown(found.get(id) ?? []),
    similar,
  }
}

type Joined = { [Column in keyof Sums]: number | null }

/** Null together: the question was on no paper yet. */
function sumsOf(row: Joined | Question): Sums | null {
  const { answered, rightCount, scoreSum, scoreSquareSum, rightScoreSum } = row
  if (answered === null) return null
  return {
    answered,
    rightCount: rightCount ?? 0,
    scoreSum: scoreSum ?? 0,
    scoreSquareSum: scoreSquareSum ?? 0,
    rightScoreSum: rightScoreSum ?? 0,
  }
}
