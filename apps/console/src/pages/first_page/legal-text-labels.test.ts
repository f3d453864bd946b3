import { expect, it } from 'vitest'
import { legalTextValidityText } from './legal-text-labels.ts'

const now = Date.UTC(2026, 10, 24, 4)
const texts = [
  { version: '3.0', effectiveFrom: '2027-01-01' },
  { version: '2.1', effectiveFrom: '2026-12-01' },
  { version: '2.0', effectiveFrom: '2026-11-20' },
]
const words = (day?: string) => legalTextValidityText(texts, day, now)

it('the period of a new legal text ends when the next announced version comes into force', () => {
  expect(words()).toBe('从现在起，到 2026-12-01 版本 2.1 生效为止，')
  expect(words('2026-12-10')).toBe('自 2026-12-10 起，到 2027-01-01 版本 3.0 生效为止，')
  expect(words('2027-01-01')).toBe('自 2027-01-01 起，')
})

it('a legal text without a first day, or with a past one, applies at once', () => {
  for (const day of ['', '2026-11-24', '2026-11-01']) expect(words(day)).toBe(words())
})
