import { findPaperGaps, type PaperGap, paperGapText } from '@ce/contract/paper-rules'
import type { Db } from '../../../../platform/db/database.ts'
import { readFromReplica } from '../../../../platform/db/replicas.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { toQuestionContent } from '../content.ts'
import { toFindingView } from '../findings.ts'
import { similarStemThreshold, textSimilarityOf, trigramsOf } from '../likeness.ts'
import { type QuestionSums, statisticsOfQuestion } from '../statistics.ts'
import { listPlanPaperNeeds, listQuestionBanks, type PlanPaperNeed } from '../store/banks.ts'
import { listFindingsByQuestion } from '../store/findings.ts'
import {
  findQuestion,
  listQuestionRows,
  listQuestionsWithTrigrams,
  type QuestionFilter,
  type QuestionRow,
} from '../store/questions.ts'
import { emptyOpenFindings, loadOpenFindingsByCourse } from './findings.ts'

export async function deskQuestionBanks({ db }: Deps) {
  const [banks, needs, found] = await Promise.all([
    listQuestionBanks(db),
    listPlanPaperNeeds(db),
    loadOpenFindingsByCourse(db),
  ])
  const byCourse = Map.groupBy(needs, ({ courseId }) => courseId)
  return banks.map(({ single, multiple, judge, counts, ...bank }) => ({
    ...bank,
    enabled: { single, multiple, judge },
    findings: found.get(bank.courseId) ?? emptyOpenFindings,
    plans: [...Map.groupBy(byCourse.get(bank.courseId) ?? [], ({ year }) => year)].map(([year, papers]) => ({
      year,
      ...together(papers, counts),
    })),
  }))
}

/** Combines the paper requirements of all course versions, because students of a plan may have different versions. */
function together(papers: PlanPaperNeed[], counts: number[]) {
  const most = (of: (paper: PlanPaperNeed) => number) => Math.max(...papers.map(of))
  return {
    paper: {
      single: most((paper) => paper.singleCount),
      multiple: most((paper) => paper.multipleCount),
      judge: most((paper) => paper.judgeCount),
    },
    lacks: mostOf(papers.flatMap((paper) => findPaperGaps(paper, counts))).map(paperGapText),
  }
}

function mostOf(gaps: PaperGap[]): PaperGap[] {
  const kinds = Map.groupBy(gaps, ({ type, difficulty }) => `${type} ${difficulty}`).values()
  return [...kinds].flatMap((same) => same.toSorted((a, b) => b.need - a.need).slice(0, 1))
}

type DeskQuestionFilter = Omit<QuestionFilter, 'enabled'> & { enabled?: 'true' | 'false' | undefined }

export function deskQuestions(deps: Deps, filter: DeskQuestionFilter) {
  return readFromReplica(deps, (db) => readQuestions(db, filter))
}

async function readQuestions(db: Db, { enabled, ...filter }: DeskQuestionFilter) {
  const asked = { ...filter, enabled: enabled && enabled === 'true' }
  const { list, ...page } = await listQuestionRows(db, asked)
  const found = await listFindingsByQuestion(
    db,
    list.map(({ id }) => id),
  )
  return {
    list: list.map((row) => ({
      ...row,
      statistics: statisticsOfQuestion(sumsOf(row)),
      findings: toFindingView(found.get(row.id) ?? []),
    })),
    ...page,
  }
}

const mostSimilar = 5

/** @throws Refusal question.notFound */
export async function deskQuestion({ db }: Deps, { id }: { id: string }) {
  const question = await findQuestion(db, id)
  if (!question) return refuse('question.notFound')
  const found = await listFindingsByQuestion(db, [id])
  const near = await listQuestionsWithTrigrams(db, question, trigramsOf(question.stemKey))
  const similar = near
    .map(({ stemKey, ...other }) => ({
      ...other,
      likeness: textSimilarityOf(question.stemKey, stemKey),
    }))
    .filter((other) => other.likeness >= similarStemThreshold)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostSimilar)
  return {
    ...question,
    content: toQuestionContent(question),
    statistics: statisticsOfQuestion(sumsOf(question)),
    findings: toFindingView(found.get(id) ?? []),
    similar,
  }
}

type Joined = { [Column in keyof QuestionSums]: number | null }

function sumsOf(row: Joined | QuestionRow): QuestionSums | null {
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
