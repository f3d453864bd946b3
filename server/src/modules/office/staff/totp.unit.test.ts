import { expect, test } from 'vitest'
import { findTotpStepOfCode, newTotpSecret, totpUrl } from './totp.ts'

/** RFC 6238 appendix B: ASCII secret 12345678901234567890, last six of eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('computes the RFC 6238 code of second %i', (second, code) => {
  const at = (shift: number) => findTotpStepOfCode(secret, code, new Date((second + shift) * 1000))
  const step = Math.floor(second / 30)
  expect([at(-30), at(0), at(30)]).toEqual([step, step, step])
  expect([at(-90), at(90)]).toEqual([null, null])
})

test('a new secret is random, and its otpauth address names issuer and account', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
  const url = new URL(totpUrl(secret, 'li.na', '江南省平台'))
  expect(decodeURIComponent(url.pathname)).toContain('江南省平台:li.na')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
