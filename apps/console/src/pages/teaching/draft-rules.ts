import type { ExamRules } from '@ce/client/staff/teaching.ts'
import { teachingSaveDraftLimits } from '@ce/contract/generated/staff-limits'
import { questionCountIndexOf, questionCountOfType } from '@ce/contract/paper-rules'
import {
  difficulties,
  difficultyLabel,
  type QuestionType,
  questionTypeLabels,
  questionTypes,
} from '@ce/contract/question-options'
import { type NumberLimits, requiredNumberProblem } from '@ce/contract/typed-number'

/** Exam rules as typed: an empty field is null, an invalid one is NaN. */
export type EditedExamRules = { [Name in Exclude<keyof ExamRules, 'mix'>]: number | null } & {
  mix: (number | null)[] | null
}

export function toCountedExamRules({ mix, ...rules }: EditedExamRules): ExamRules {
  return {
    singleCount: rules.singleCount || 0,
    multipleCount: rules.multipleCount || 0,
    judgeCount: rules.judgeCount || 0,
    mix: mix?.map((count) => count || 0) ?? null,
    pointsEach: rules.pointsEach || 0,
    passMark: rules.passMark || 0,
    examSeconds: rules.examSeconds || 0,
    attemptsPerRound: rules.attemptsPerRound || 0,
    randomCaptures: rules.randomCaptures || 0,
  }
}

const { rules: limits } = teachingSaveDraftLimits

/** The limits of the contract, but with the exam time in minutes. */
export const examRuleLimits = {
  pointsEach: { what: '每题分值', ...limits.pointsEach },
  passMark: { what: '及格分', ...limits.passMark },
  examSeconds: {
    what: '考试分钟数',
    min: limits.examSeconds.min / 60,
    max: limits.examSeconds.max / 60,
  },
  attemptsPerRound: { what: '每轮考试次数', ...limits.attemptsPerRound },
  randomCaptures: { what: '随机抓拍次数', ...limits.randomCaptures },
} as const satisfies Partial<Record<keyof ExamRules, NumberLimits>>

export type ExamRuleName = keyof typeof examRuleLimits

const figureNames: readonly ExamRuleName[] = [
  'pointsEach',
  'passMark',
  'examSeconds',
  'attemptsPerRound',
  'randomCaptures',
]

/** Returns the value that a field shows; the exam time in minutes. */
export function examRuleFieldValue(rules: EditedExamRules, name: ExamRuleName): number | null {
  const value = rules[name]
  return value !== null && name === 'examSeconds' ? value / 60 : value
}

/** Sets one rule to the typed value; the exam time is given in minutes. */
export function withExamRuleField(rules: EditedExamRules, name: ExamRuleName, value: number | null): EditedExamRules {
  return { ...rules, [name]: value !== null && name === 'examSeconds' ? value * 60 : value }
}

export function examRuleFieldProblem(rules: EditedExamRules, name: ExamRuleName): string | null {
  return requiredNumberProblem(examRuleLimits[name], examRuleFieldValue(rules, name))
}

export function questionCountProblem(what: string, count: number | null): string | null {
  return requiredNumberProblem({ what, ...limits.singleCount }, count)
}

export const typeCountLabel = (type: QuestionType) => `${questionTypeLabels[type]}数`
export const typeAndLevelLabel = (type: QuestionType, level: number) =>
  `${questionTypeLabels[type]}（${difficultyLabel(level)}）题数`

export function questionCountsProblem(rules: EditedExamRules): string | null {
  const { mix } = rules
  for (const type of questionTypes) {
    for (const level of mix ? difficulties : []) {
      const problem = questionCountProblem(
        typeAndLevelLabel(type, level),
        mix?.[questionCountIndexOf(type, level)] ?? null,
      )
      if (problem) return problem
    }
    const problem = questionCountProblem(typeCountLabel(type), rules[countNames[type]])
    if (problem) return problem
  }
  return null
}

export function examRulesProblem(rules: EditedExamRules): string | null {
  const figures = figureNames.map((name) => examRuleFieldProblem(rules, name))
  return questionCountsProblem(rules) ?? figures.find((problem) => problem !== null) ?? null
}

const countNames = {
  SINGLE: 'singleCount',
  MULTIPLE: 'multipleCount',
  JUDGE: 'judgeCount',
} as const satisfies Record<QuestionType, keyof ExamRules>

export const questionTypeCountOf = (rules: EditedExamRules, type: QuestionType) => rules[countNames[type]]

export function withQuestionTypeCount(
  rules: EditedExamRules,
  type: QuestionType,
  count: number | null,
): EditedExamRules {
  return { ...rules, [countNames[type]]: count }
}

export function withDifficultyCount(
  rules: EditedExamRules,
  type: QuestionType,
  level: number,
  count: number | null,
): EditedExamRules {
  const mix = [...(rules.mix ?? [])]
  mix[questionCountIndexOf(type, level)] = count
  const first = questionCountIndexOf(type, 1)
  const sum = mix.slice(first, first + 3).reduce<number>((total, one) => total + (one || 0), 0)
  return withQuestionTypeCount({ ...rules, mix }, type, sum)
}

/** Proposes a difficulty mix for the counts that the bank can provide: first 中, then 易, then 难. */
export function proposeDifficultyMix(rules: EditedExamRules, bank: readonly number[]): EditedExamRules {
  const counted = toCountedExamRules(rules)
  const mix = Array.from({ length: 9 }, () => 0)
  let mixed = rules
  for (const type of questionTypes) {
    let open = questionCountOfType(counted, type)
    mixed = withQuestionTypeCount(mixed, type, open)
    for (const level of [2, 1, 3]) {
      const taken = Math.min(open, bank[questionCountIndexOf(type, level)] ?? 0)
      mix[questionCountIndexOf(type, level)] = taken
      open -= taken
    }
    mix[questionCountIndexOf(type, 2)] = (mix[questionCountIndexOf(type, 2)] ?? 0) + open
  }
  return { ...mixed, mix }
}
