/** Shows a phone as 138****1234 (docs/rules/accounts.md#masking). */
export function maskPhone(phone: string): string {
  // Only an erased account has no phone, and every staff page shows that reason.
  if (phone === '') return '账号已注销'
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** Of short numbers fewer digits are shown, and of very short ones none. */
export function maskIdNo(idNo: string): string {
  if (idNo.length < 6) return '*'.repeat(idNo.length)
  if (idNo.length >= 14) return `${idNo.slice(0, 6)}${'*'.repeat(idNo.length - 10)}${idNo.slice(-4)}`
  return `${idNo.slice(0, 2)}${'*'.repeat(Math.max(idNo.length - 4, 3))}${idNo.slice(-2)}`
}
