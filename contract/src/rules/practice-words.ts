/** What a practice portal says of itself and of its proofs (decision 088). */
export const practiceWords = {
  /** behind the title of a proof */
  tag: '演练',
  /** across the sheet of a proof */
  across: '演练·无效力',
  /** on every page */
  banner: '演练环境，数据均为虚构',
  /** on the proof, below its title */
  proof: '演练证明，数据虚构，不作为任何凭据',
} as const

/** Moments that staff move the clock to. */
export const practiceDates = ['SIGN_START', 'SIGN_END', 'STUDY_END', 'NEW_YEAR'] as const
export type PracticeDate = (typeof practiceDates)[number]

/** days that the clock may be moved at once */
export const practiceMostDays = 1100
