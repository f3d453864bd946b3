import type { QuestionType } from '@ce/client/staff/question.ts'
import { letterOf } from '@ce/contract/question-options'

export const typeNames: Record<QuestionType, string> = {
  SINGLE: '单选题',
  MULTIPLE: '多选题',
  JUDGE: '判断题',
}

export const questionTypes = ['SINGLE', 'MULTIPLE', 'JUDGE'] as const

export const difficulties = [1, 2, 3] as const
const difficultyNames: Readonly<Record<number, string>> = { 1: '易', 2: '中', 3: '难' }

export const difficultyName = (difficulty: number) => difficultyNames[difficulty] ?? '—'

/** The right options by their letters: A、C; of a 判断题 by its word. */
export function answerWords(
  type: QuestionType,
  options: readonly { text: string; right: boolean }[],
): string {
  return options
    .flatMap(({ text, right }, index) => (right ? [type === 'JUDGE' ? text : letterOf(index)] : []))
    .join('、')
}
