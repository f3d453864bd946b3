/** Texts of a practice portal and its proofs (decision 088). */
export const practiceTexts = {
  tag: '演练',
  across: '演练·无效力',
  banner: '演练环境，数据均为虚构',
  proof: '演练证明，数据虚构，不作为任何凭据',
} as const

export const practiceDateKinds = ['SIGN_START', 'SIGN_END', 'STUDY_END', 'NEW_YEAR'] as const
export type PracticeDate = (typeof practiceDateKinds)[number]

export const maxPracticeDays = 1100
