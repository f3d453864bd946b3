import type { ExamRules } from '@ce/client/staff/teaching.ts'
import { cellOf, typeNeed } from '@ce/contract/paper-rules'
import {
  difficulties,
  difficultyName,
  type QuestionType,
  questionTypes,
  typeNames,
} from '@ce/contract/question-options'
import { missingOrWrong, type NumberLimits } from '@ce/contract/typed-number'

/** The rules while they are edited, each number as it was typed; null: its field is empty; NaN: it is no number. */
export type DraftRules = { [Name in Exclude<keyof ExamRules, 'mix'>]: number | null } & {
  mix: (number | null)[] | null
}

/** With 0 where a field is empty or has no number. */
export function countedRules({ mix, ...rules }: DraftRules): ExamRules {
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

/** The limits of the contract; the time in minutes. */
export const figureLimits = {
  pointsEach: { what: '每题分值', min: 1, max: 100 },
  passMark: { what: '及格分', min: 1, max: 100 },
  examSeconds: { what: '考试分钟数', min: 1, max: 240 },
  attemptsPerRound: { what: '每轮考试次数', min: 1, max: 10 },
  randomCaptures: { what: '随机抓拍次数', min: 0, max: 10 },
} as const satisfies Partial<Record<keyof ExamRules, NumberLimits>>

export type FigureName = keyof typeof figureLimits

const figureNames: readonly FigureName[] = [
  'pointsEach',
  'passMark',
  'examSeconds',
  'attemptsPerRound',
  'randomCaptures',
]

/** A figure as its field has it: the time in minutes. */
export function figureOf(rules: DraftRules, name: FigureName): number | null {
  const value = rules[name]
  return value !== null && name === 'examSeconds' ? value / 60 : value
}

/** The rules with another figure, as its field has it. */
export function withFigure(rules: DraftRules, name: FigureName, value: number | null): DraftRules {
  return { ...rules, [name]: value !== null && name === 'examSeconds' ? value * 60 : value }
}

export function figureProblem(rules: DraftRules, name: FigureName): string | null {
  return missingOrWrong(figureLimits[name], figureOf(rules, name))
}

/** What is wrong with a number of questions. @param what as the message calls it */
export function countProblem(what: string, count: number | null): string | null {
  return missingOrWrong({ what, min: 0, max: 100 }, count)
}

/** What a type's count is called, and that of one of its difficulties. */
export const countWords = (type: QuestionType) => `${typeNames[type]}数`
export const cellWords = (type: QuestionType, level: number) =>
  `${typeNames[type]}（${difficultyName(level)}）题数`

/** The first count that cannot be; null: none. */
export function countsProblem(rules: DraftRules): string | null {
  const { mix } = rules
  for (const type of questionTypes) {
    for (const level of mix ? difficulties : []) {
      const problem = countProblem(cellWords(type, level), mix?.[cellOf(type, level)] ?? null)
      if (problem) return problem
    }
    const problem = countProblem(countWords(type), rules[countNames[type]])
    if (problem) return problem
  }
  return null
}

/** The first number that cannot be, as one reads the page; null: none. */
export function rulesProblem(rules: DraftRules): string | null {
  const figures = figureNames.map((name) => figureProblem(rules, name))
  return countsProblem(rules) ?? figures.find((problem) => problem !== null) ?? null
}

const countNames = {
  SINGLE: 'singleCount',
  MULTIPLE: 'multipleCount',
  JUDGE: 'judgeCount',
} as const satisfies Record<QuestionType, keyof ExamRules>

/** How many questions of a type its field says; null: it is empty. */
export const countOf = (rules: DraftRules, type: QuestionType) => rules[countNames[type]]

/** The rules with another count of a type. */
export function withCount(rules: DraftRules, type: QuestionType, count: number | null): DraftRules {
  return { ...rules, [countNames[type]]: count }
}

/** The rules with another count of a type and difficulty; the type's count follows. */
export function withCell(
  rules: DraftRules,
  type: QuestionType,
  level: number,
  count: number | null,
): DraftRules {
  const mix = [...(rules.mix ?? [])]
  mix[cellOf(type, level)] = count
  const first = cellOf(type, 1)
  const sum = mix.slice(first, first + 3).reduce<number>((total, one) => total + (one || 0), 0)
  return withCount({ ...rules, mix }, type, sum)
}

/** The rules with a mix for the counts as they are, that the bank can give where it can: 中 first, then 易, then 难. */
export function withMix(rules: DraftRules, bank: readonly number[]): DraftRules {
  const counted = countedRules(rules)
  const mix = Array.from({ length: 9 }, () => 0)
  let mixed = rules
  for (const type of questionTypes) {
    let open = typeNeed(counted, type)
    mixed = withCount(mixed, type, open)
    for (const level of [2, 1, 3]) {
      const taken = Math.min(open, bank[cellOf(type, level)] ?? 0)
      mix[cellOf(type, level)] = taken
      open -= taken
    }
    mix[cellOf(type, 2)] = (mix[cellOf(type, 2)] ?? 0) + open
  }
  return { ...mixed, mix }
}
