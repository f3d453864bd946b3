/** GB 11643-1999 weights and check characters. */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

/**
 * Whether an 18-character citizen ID number is well formed: a real birth date and the right check character.
 * Upper case expected; unknown area codes pass (they changed over the years).
 */
export function idCardValid(idNo: string): boolean {
  if (!/^\d{17}[\dX]$/.test(idNo)) return false
  if (birthDateOf(idNo) === null) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(idNo[index]), 0)
  return checks[sum % 11] === idNo[17]
}

/** YYYY-MM-DD out of an 18-character ID number; null when no such day has been. */
export function birthDateOf(idNo: string): string | null {
  const match = /^\d{6}(\d{4})(\d{2})(\d{2})/.exec(idNo)
  if (!match) return null
  const text = `${match[1]}-${match[2]}-${match[3]}`
  const day = new Date(`${text}T00:00:00Z`)
  const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return real && day.getTime() < Date.now() && Number(match[1]) >= 1900 ? text : null
}

/** The order digit's parity says it (GB 11643-1999). */
export function genderOf(idNo: string): 'MALE' | 'FEMALE' {
  return Number(idNo[16]) % 2 === 1 ? 'MALE' : 'FEMALE'
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** GB 32100-2015: 18 characters, weights 3^i mod 31, the last one checks (it may be a letter). */
export function creditCodeValid(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const letter of code.slice(0, 17)) {
    sum += creditAlphabet.indexOf(letter) * weight
    weight = (weight * 3) % 31
  }
  return creditAlphabet[(31 - (sum % 31)) % 31] === code[17]
}

/** 138****1234 (product §4 Identity) */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** First six, last four; a short number of another kind keeps only its ends. */
export function maskIdNo(idNo: string): string {
  if (idNo.length >= 14)
    return `${idNo.slice(0, 6)}${'*'.repeat(idNo.length - 10)}${idNo.slice(-4)}`
  return `${idNo.slice(0, 2)}${'*'.repeat(Math.max(idNo.length - 4, 3))}${idNo.slice(-2)}`
}
