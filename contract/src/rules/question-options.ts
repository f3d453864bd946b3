export const questionTypes = ['SINGLE', 'MULTIPLE', 'JUDGE'] as const
export type QuestionType = (typeof questionTypes)[number]
export const questionTypeLabels: Readonly<Record<QuestionType, string>> = {
  SINGLE: '单选题',
  MULTIPLE: '多选题',
  JUDGE: '判断题',
}

export const difficulties = [1, 2, 3] as const
export const difficultyLabel = (difficulty: number) => '易中难'[difficulty - 1] ?? '—'

export const trueFalseOptions = ['正确', '错误'] as const

/** Column names of the options in an import table. */
export const optionFields = [
  'OPTION_A',
  'OPTION_B',
  'OPTION_C',
  'OPTION_D',
  'OPTION_E',
  'OPTION_F',
  'OPTION_G',
  'OPTION_H',
  'OPTION_I',
  'OPTION_J',
] as const

export function optionLetterOf(index: number): string {
  return 'ABCDEFGHIJ'[index] ?? '?'
}

/** Full-width and lower-case letters are accepted; others return -1. */
export function optionIndexOfLetter(letter: string): number {
  const plain = letter.normalize('NFKC').toUpperCase()
  return plain.length === 1 ? 'ABCDEFGHIJ'.indexOf(plain) : -1
}
