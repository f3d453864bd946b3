import { expect, it } from 'vitest'
import { foldProofCode, formatProofCode, formatProofNumber, isProofNumber } from './proof-codes.ts'

it('parses a verification code as people type or paste it', () => {
  for (const typed of ['abcd-efgh 2345 6789', ' 核验编号 ABCD EFGH 2345 6789', 'ＡＢＣＤEFGH２３４５6789'])
    expect(foldProofCode(typed)).toBe('ABCDEFGH23456789')
  expect(formatProofCode('ABCDEFGH23456789')).toBe('ABCD EFGH 2345 6789')
})

it('recognises a proof number with or without letters, and refuses it as a verification code', () => {
  const number = formatProofNumber('ORDINARY', 2026, 42)
  const others = [formatProofNumber('TRIAL', 2026, 42), formatProofNumber('PRACTICE', 2026, 42)]
  expect([number, ...others]).toEqual(['CE20260000042', 'SY20260000042', 'YL20260000042'])
  for (const typed of [
    number,
    ...others,
    formatProofNumber('ORDINARY', 2026, 12_345_678),
    '证明编号 ce2026 0000042',
    '20260000042',
  ])
    expect(isProofNumber(foldProofCode(typed))).toBe(true)
  for (const code of ['ABCDEFGH23456789', '2345678923456789', 'CE22222222222222', ''])
    expect(isProofNumber(code)).toBe(false)
})
