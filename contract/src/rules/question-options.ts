/** In the order a paper asks them. */
export const questionTypes = ['SINGLE', 'MULTIPLE', 'JUDGE'] as const
export type QuestionType = (typeof questionTypes)[number]
export const typeNames: Readonly<Record<QuestionType, string>> = {
  SINGLE: '单选题',
  MULTIPLE: '多选题',
  JUDGE: '判断题',
}

export const difficulties = [1, 2, 3] as const
/** 1 易 · 2 中 · 3 难 */
export const difficultyName = (difficulty: number) => '易中难'[difficulty - 1] ?? '—'

/** what 判断题 offers, in this order */
export const judgeOptions = ['正确', '错误'] as const

/** What a column of a table calls each option in turn: the option's letter. */
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

/** The letter an option goes by at its place in the bank: the first is A. */
export function letterOf(index: number): string {
  return 'ABCDEFGHIJ'[index] ?? '?'
}

/** The place of a letter, full-width and small ones too; -1 for anything else. */
export function placeOfLetter(letter: string): number {
  const plain = letter.normalize('NFKC').toUpperCase()
  return plain.length === 1 ? 'ABCDEFGHIJ'.indexOf(plain) : -1
}
