/**
 * The two numbers of a proof, as they are printed on it. The 证明编号 runs on (its series, the year, seven digits), so that anybody could
 * count through it: nothing is looked up by it in public. The 核验编号 is drawn at random and stands under the QR.
 */
export const proofCodeNames = { number: '证明编号', code: '核验编号' } as const

/** letters of a 核验编号 */
export const proofCodeLength = 16

/** The same, as people are told. */
export const proofCodeShape = `${proofCodeLength} 位字母和数字`

/** What stands under the large QR and the 核验编号, wherever a proof is shown. */
export const proofCodeHint = `扫码或输入${proofCodeNames.code}验证真伪`

/** The second, denser QR: it holds the signed text, for the page that checks without a network. */
export const offlineCodeWords = {
  name: '离线核验码',
  hint: '用离线核验页扫码',
} as const

/** Where a proof is stamped: it bears no seal of itself. */
export const stampHint = '需要加盖公章的，请打印本证明，到发证机构办理。'

/** What numbers begin with: a trial's and a practice portal's (decisions 092 and 088) are taken for no other. */
export const proofSeries = { ORDINARY: 'CE', TRIAL: 'SY', PRACTICE: 'YL' } as const

export type ProofSeries = keyof typeof proofSeries

export const isPracticeNumber = (number: string): boolean => number.startsWith(proofSeries.PRACTICE)

/** @param serial of the series' own sequence; more than seven digits are all printed */
export function proofNumber(series: ProofSeries, year: number, serial: number): string {
  return `${proofSeries[series]}${year}${String(serial).padStart(7, '0')}`
}

/** A code as it is kept, from how it was typed or pasted: in any case or width, with gaps, with its name before it. */
export function plainProofCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
}

/** Whether what was typed for a 核验编号 is the proof's other number. */
export function isProofNumber(plain: string): boolean {
  return /^(CE|SY|YL)?\d{11,13}$/.test(plain)
}

/** Where a proof is checked: its address and code alone. */
export function proofAddress(origin: string, code: string): string {
  return `${origin}/verify/${code}`
}

/** A 核验编号 in fours, as people read it aloud. */
export function spacedProofCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ')
}
