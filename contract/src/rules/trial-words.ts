import { practiceWords } from './practice-words.ts'
import { isPracticeNumber } from './proof-codes.ts'

/** What is said of a trial plan (试用计划) and of the proof of one, wherever either is shown (decisions 040 and 092). */
export const trialWords = {
  /** beside the name of a year or a proof */
  tag: '试用',
  /** across the sheet of a proof */
  across: '试用·无效力',
  /** on the proof, below its title */
  proof: '试用证明，无效力，不作为执业药师学时凭据',
  /** before somebody signs up */
  sign: '仅供试用：学时不计入继续教育，证明标注“试用·无效力”，不作为执业药师学时凭据',
} as const

/** What a proof that counts for nothing says of itself: it is a trial's, or a practice portal's (decision 088). */
export function nothingWords({ number }: { number: string }): {
  tag: string
  across: string
  proof: string
} {
  return isPracticeNumber(number) ? practiceWords : trialWords
}

/**
 * How a year, its hours and its proof are called in every message and title: those of a trial never as if they counted.
 * @param tag of a proof that counts for nothing, whatever its plan is
 */
export function yearWords(
  { year, trial }: { year: number; trial: boolean },
  tag: string = trialWords.tag,
): { year: string; hours: string; proof: string } {
  return trial
    ? { year: `${year} 年度（${tag}）`, hours: `${tag}学时`, proof: `${tag}证明` }
    : { year: `${year} 年度`, hours: '学时', proof: '学时证明' }
}
