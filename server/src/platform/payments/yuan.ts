/** Fen of an amount written in yuan, with two decimals at most, without floating point. @throws Error when it is none */
export function fenOf(yuan: string): number {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!match?.[1]) throw new Error('an amount that is none')
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** 12000 → "120.00" @throws Error when it is no whole number of fen that fenOf would read again */
export function yuanOf(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0 || fen >= 10_000_000_000)
    throw new Error('not a number of fen')
  const digits = String(fen).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
