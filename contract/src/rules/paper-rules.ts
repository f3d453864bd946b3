import {
  difficulties,
  difficultyLabel,
  type QuestionType,
  questionTypeLabels,
  questionTypes,
} from './question-options.ts'
import { articleProblem } from './reading.ts'

export interface PaperRequirements {
  singleCount: number
  multipleCount: number
  judgeCount: number
  /** Nine question counts: easy, medium, hard for each type; null when difficulties are not set. */
  mix: readonly number[] | null
}

export interface PaperGap {
  type: QuestionType
  difficulty: number | null
  need: number
  have: number
}

export function questionCountOfType(need: PaperRequirements, type: QuestionType): number {
  return { SINGLE: need.singleCount, MULTIPLE: need.multipleCount, JUDGE: need.judgeCount }[type]
}

export function questionCountIndexOf(type: QuestionType, difficulty: number): number {
  return questionTypes.indexOf(type) * 3 + difficulty - 1
}

export function totalQuestionsOfType(counts: readonly number[], type: QuestionType): number {
  const first = questionCountIndexOf(type, 1)
  return counts.slice(first, first + 3).reduce((sum, count) => sum + count, 0)
}

/** `bank` holds nine counts of enabled questions. */
export function findPaperGaps(need: PaperRequirements, bank: readonly number[]): PaperGap[] {
  return questionTypes.flatMap((type) => {
    const { mix } = need
    const wanted: Omit<PaperGap, 'type'>[] = mix
      ? difficulties.map((difficulty) => {
          const cell = questionCountIndexOf(type, difficulty)
          return { difficulty, need: mix[cell] ?? 0, have: bank[cell] ?? 0 }
        })
      : [{ difficulty: null, need: questionCountOfType(need, type), have: totalQuestionsOfType(bank, type) }]
    return wanted.filter((one) => one.have < one.need).map((one) => ({ type, ...one }))
  })
}

/** The text is for example 单选题（难）需要 3 道，题库只有 1 道. */
export function paperGapText({ type, difficulty, need, have }: PaperGap): string {
  const level = difficulty === null ? '' : `（${difficultyLabel(difficulty)}）`
  return `${questionTypeLabels[type]}${level}需要 ${need} 道，题库只有 ${have} 道`
}

export const pointsPerPaper = 100

/** A lesson as the publication check sees it; only articles have a length. */
export type LessonRequirement =
  | { kind: 'VIDEO' }
  | { kind: 'ARTICLE'; title: string; characters: number; seconds: number }

/** Each capture is taken at a random time in its own part of the exam (exam/paper.ts). */
const leastSecondsPerCapture = 30

/** Checks whether the exam is long enough for its random captures; null when it is. */
export function captureProblem(rules: { examSeconds: number; randomCaptures: number }): string | null {
  const { examSeconds, randomCaptures } = rules
  const least = randomCaptures * leastSecondsPerCapture
  if (examSeconds >= least) return null
  return `随机抓拍 ${randomCaptures} 次，考试至少要 ${least / 60} 分钟（每 ${leastSecondsPerCapture} 秒至多一次）`
}

interface PublishedRules extends PaperRequirements {
  pointsEach: number
  examSeconds: number
  randomCaptures: number
}

/** Numbers of open findings in a question bank; only serious ones block the publication. */
export interface BankFindings {
  serious: number
  questions: readonly { no: number; serious: boolean }[]
}

const named = 5

/** The text is for example 题库有 3 道试题待核对：第 5、9、12 号, or null for no findings. */
export function openFindingsProblem({ serious, questions }: BankFindings): string | null {
  if (serious === 0) return null
  const numbers = questions.filter((one) => one.serious).map(({ no }) => no)
  const more = serious > named ? ' 等' : ''
  return `题库有 ${serious} 道试题待核对（第 ${numbers.slice(0, named).join('、')} 号${more}），请改好，或在试题页写明理由确认`
}

/** Lists what prevents the publication of the course, one sentence for each problem. */
export function publishProblems(
  draft: { lessons: readonly LessonRequirement[]; rules: PublishedRules },
  bank: readonly number[],
  findings: BankFindings,
): string[] {
  const { rules, lessons } = draft
  const points = rules.pointsEach * questionTypes.reduce((sum, type) => sum + questionCountOfType(rules, type), 0)
  const tooShort = captureProblem(rules)
  return [
    ...(lessons.length === 0 ? ['还没有课时'] : []),
    ...lessons.flatMap((one) => (one.kind === 'ARTICLE' ? (articleProblem(one) ?? []) : [])),
    ...(points === pointsPerPaper ? [] : [`试卷总分应为 ${pointsPerPaper} 分，现在是 ${points} 分`]),
    ...(tooShort ? [tooShort] : []),
    ...findPaperGaps(rules, bank).map(paperGapText),
    ...[openFindingsProblem(findings) ?? []].flat(),
  ]
}
