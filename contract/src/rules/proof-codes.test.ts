import { expect, it } from 'vitest'
import { isProofNumber, plainProofCode, proofNumber, spacedProofCode } from './proof-codes.ts'

it('reads a code as people type and paste it', () => {
  for (const typed of [
    'abcd-efgh 2345 6789',
    ' 核验编号 ABCD EFGH 2345 6789',
    'ＡＢＣＤEFGH２３４５6789',
  ])
    expect(plainProofCode(typed)).toBe('ABCDEFGH23456789')
  expect(spacedProofCode('ABCDEFGH23456789')).toBe('ABCD EFGH 2345 6789')
})

it('knows the proof’s other number, with and without its letters, and takes no code for it', () => {
  const number = proofNumber('ORDINARY', 2026, 42)
  const others = [proofNumber('TRIAL', 2026, 42), proofNumber('PRACTICE', 2026, 42)]
  expect([number, ...others]).toEqual(['CE20260000042', 'SY20260000042', 'YL20260000042'])
  for (const typed of [
    number,
    ...others,
    proofNumber('ORDINARY', 2026, 12_345_678),
    '证明编号 ce2026 0000042',
    '20260000042',
  ])
    expect(isProofNumber(plainProofCode(typed))).toBe(true)
  for (const code of ['ABCDEFGH23456789', '2345678923456789', 'CE22222222222222', ''])
    expect(isProofNumber(code)).toBe(false)
})
