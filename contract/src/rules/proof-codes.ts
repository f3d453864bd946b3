/**
 * Proof numbers are consecutive, so no public page finds a proof by number. The random code stands under the QR code.
 */
export const proofCodeNames = { number: '证明编号', code: '核验编号' } as const

/** A verification code has 16 characters. */
export const proofCodeLength = 16

export const proofCodeFormatText = `${proofCodeLength} 位字母和数字`

export const proofCodeHint = `扫码或输入${proofCodeNames.code}验证真伪`

/** The denser QR code contains the signed text for checks without a network. */
export const offlineCodeTexts = {
  name: '离线核验码',
  hint: '用离线核验页扫码',
} as const

/** The portal prints no seal, so the text tells where to get one. */
export const stampHintText = '需要加盖公章的，请打印本证明，到发证机构办理。'

/**
 * Trial and practice proofs have other number prefixes, so that nobody mistakes them for real ones (decisions 092 and
 * 088).
 */
export const proofSeries = { ORDINARY: 'CE', TRIAL: 'SY', PRACTICE: 'YL' } as const

export type ProofSeries = keyof typeof proofSeries

export const isPracticeProofNumber = (number: string): boolean => number.startsWith(proofSeries.PRACTICE)

/** @param serial running number within the series, printed with at least seven digits */
export function formatProofNumber(series: ProofSeries, year: number, serial: number): string {
  return `${proofSeries[series]}${year}${String(serial).padStart(7, '0')}`
}

/** Accepts any case and width, spaces, and the label before the code. */
export function foldProofCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
}

export function isProofNumber(plain: string): boolean {
  return /^(CE|SY|YL)?\d{11,13}$/.test(plain)
}

export function proofVerificationUrl(origin: string, code: string): string {
  return `${origin}/verify/${code}`
}

/** Prints the code in groups of four, which are easier to read aloud. */
export function formatProofCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ')
}
