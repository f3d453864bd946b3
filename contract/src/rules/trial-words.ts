import { practiceWords } from './practice-words.ts'
import { isPracticeNumber } from './proof-codes.ts'

/** What is said of a trial plan (体验计划) and of the proof of one, wherever either is shown (decision 040). */
export const trialWords = {
  /** beside the name of a year or a proof */
  tag: '体验',
  /** on the proof, below its title */
  proof: '体验证明，不作为执业药师学时凭据',
  /** before somebody signs up */
  sign: '仅供体验：学时不计入继续教育，证明标注“体验”，不作为执业药师学时凭据',
} as const

/** What a proof that counts for nothing says of itself: it is a trial's, or a practice portal's (decision 088). */
export function nothingWords({ number }: { number: string }): { tag: string; proof: string } {
  return isPracticeNumber(number) ? practiceWords : trialWords
}
