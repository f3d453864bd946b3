/** 138****1234 (product §4 Identity) */
export function maskPhone(phone: string): string {
  // only an erased account has none: every desk that shows it says why
  if (phone === '') return '账号已注销'
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** First six, last four; a short number of another kind keeps only its ends, one that is nearly all ends nothing. */
export function maskIdNo(idNo: string): string {
  if (idNo.length < 6) return '*'.repeat(idNo.length)
  if (idNo.length >= 14)
    return `${idNo.slice(0, 6)}${'*'.repeat(idNo.length - 10)}${idNo.slice(-4)}`
  return `${idNo.slice(0, 2)}${'*'.repeat(Math.max(idNo.length - 4, 3))}${idNo.slice(-2)}`
}
