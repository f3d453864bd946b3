import {
  difficulties,
  difficultyName,
  type QuestionType,
  questionTypes,
  typeNames,
} from './question-options.ts'
import { articleProblem } from './reading.ts'

/** What one paper draws. */
export interface PaperNeed {
  singleCount: number
  multipleCount: number
  judgeCount: number
  /** 易 中 难 of each type in the types' order, nine counts; null: whatever the bank gives */
  mix: readonly number[] | null
}

/** A kind of question a bank has too few of; difficulty null: of any. */
export interface PaperGap {
  type: QuestionType
  difficulty: number | null
  need: number
  have: number
}

/** How many questions of a type a paper draws. */
export function typeNeed(need: PaperNeed, type: QuestionType): number {
  return { SINGLE: need.singleCount, MULTIPLE: need.multipleCount, JUDGE: need.judgeCount }[type]
}

/** The place of a type and difficulty among nine counts. */
export function cellOf(type: QuestionType, difficulty: number): number {
  return questionTypes.indexOf(type) * 3 + difficulty - 1
}

/** Of a bank's nine counts, those of one type. */
export function typeTotal(counts: readonly number[], type: QuestionType): number {
  const first = cellOf(type, 1)
  return counts.slice(first, first + 3).reduce((sum, count) => sum + count, 0)
}

/** What a bank (nine counts of enabled questions) lacks for a paper; empty: it suffices. */
export function paperGaps(need: PaperNeed, bank: readonly number[]): PaperGap[] {
  return questionTypes.flatMap((type) => {
    const { mix } = need
    const wanted: Omit<PaperGap, 'type'>[] = mix
      ? difficulties.map((difficulty) => {
          const cell = cellOf(type, difficulty)
          return { difficulty, need: mix[cell] ?? 0, have: bank[cell] ?? 0 }
        })
      : [{ difficulty: null, need: typeNeed(need, type), have: typeTotal(bank, type) }]
    return wanted.filter((one) => one.have < one.need).map((one) => ({ type, ...one }))
  })
}

/** 单选题（难）需要 3 道，题库只有 1 道 */
export function gapWords({ type, difficulty, need, have }: PaperGap): string {
  const level = difficulty === null ? '' : `（${difficultyName(difficulty)}）`
  return `${typeNames[type]}${level}需要 ${need} 道，题库只有 ${have} 道`
}

/** A paper is worth so many points. */
export const paperPoints = 100

/** What publication asks of a lesson; only one that is read has letters to count. */
export type LessonNeed =
  | { kind: 'VIDEO' }
  | { kind: 'ARTICLE'; title: string; characters: number; seconds: number }

/** Each picture is taken at a random moment of a stretch of its own (exam/paper.ts): so many seconds at least. */
const leastSecondsPerCapture = 30

/** Why an exam is too short for its random pictures; null: it is not. */
export function captureProblem(rules: {
  examSeconds: number
  randomCaptures: number
}): string | null {
  const { examSeconds, randomCaptures } = rules
  const least = randomCaptures * leastSecondsPerCapture
  if (examSeconds >= least) return null
  return `随机抓拍 ${randomCaptures} 次，考试至少要 ${least / 60} 分钟（每 ${leastSecondsPerCapture} 秒至多一次）`
}

interface PublishedRules extends PaperNeed {
  pointsEach: number
  examSeconds: number
  randomCaptures: number
}

/** What a bank has that nobody has mended or accepted; of those only serious ones are in the way. */
export interface BankFindings {
  serious: number
  questions: readonly { no: number; serious: boolean }[]
}

const named = 5

/** 题库有 3 道试题待核对：第 5、9、12 号; null: none. */
export function findingProblem({ serious, questions }: BankFindings): string | null {
  if (serious === 0) return null
  const numbers = questions.filter((one) => one.serious).map(({ no }) => no)
  const more = serious > named ? ' 等' : ''
  return `题库有 ${serious} 道试题待核对（第 ${numbers.slice(0, named).join('、')} 号${more}），请改好，或在试题页写明理由确认`
}

/** Why a course cannot be published as it stands, a sentence each; empty: it can. */
export function publishProblems(
  draft: { lessons: readonly LessonNeed[]; rules: PublishedRules },
  bank: readonly number[],
  findings: BankFindings,
): string[] {
  const { rules, lessons } = draft
  const points =
    rules.pointsEach * questionTypes.reduce((sum, type) => sum + typeNeed(rules, type), 0)
  const tooShort = captureProblem(rules)
  return [
    ...(lessons.length === 0 ? ['还没有课时'] : []),
    ...lessons.flatMap((one) => (one.kind === 'ARTICLE' ? (articleProblem(one) ?? []) : [])),
    ...(points === paperPoints ? [] : [`试卷总分应为 ${paperPoints} 分，现在是 ${points} 分`]),
    ...(tooShort ? [tooShort] : []),
    ...paperGaps(rules, bank).map(gapWords),
    ...[findingProblem(findings) ?? []].flat(),
  ]
}
