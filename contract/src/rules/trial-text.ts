import { practiceTexts } from './practice-text.ts'
import { isPracticeProofNumber } from './proof-codes.ts'

/** Texts for trial plans and their proofs (decisions 040 and 092). */
export const trialTexts = {
  /** Mark shown after the name of a trial year or of its proof. */
  tag: '试用',
  across: '试用·无效力',
  proof: '试用证明，无效力，不作为执业药师学时凭据',
  sign: '仅供试用：学时不计入继续教育，证明标注“试用·无效力”，不作为执业药师学时凭据',
} as const

/** Texts that mark a proof of a trial plan or a practice portal as invalid (decision 088). */
export function invalidProofTexts({ number }: { number: string }): {
  tag: string
  across: string
  proof: string
} {
  return isPracticeProofNumber(number) ? practiceTexts : trialTexts
}

/**
 * Returns the name of a year, which for a trial year always says that it does not count.
 * @param tag mark for an invalid proof of any plan
 */
export function yearNameTexts(
  { year, trial }: { year: number; trial: boolean },
  tag: string = trialTexts.tag,
): { year: string; hours: string; proof: string } {
  return trial
    ? { year: `${year} 年度（${tag}）`, hours: `${tag}学时`, proof: `${tag}证明` }
    : { year: `${year} 年度`, hours: '学时', proof: '学时证明' }
}
