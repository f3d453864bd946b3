/** what 判断题 offers, in this order */
export const judgeOptions = ['正确', '错误'] as const

/** The letter an option goes by at its place in the bank: the first is A. */
export function letterOf(index: number): string {
  return 'ABCDEFGHIJ'[index] ?? '?'
}

/** The place of a letter, full-width and small ones too; -1 for anything else. */
export function placeOfLetter(letter: string): number {
  const plain = letter.normalize('NFKC').toUpperCase()
  return plain.length === 1 ? 'ABCDEFGHIJ'.indexOf(plain) : -1
}
