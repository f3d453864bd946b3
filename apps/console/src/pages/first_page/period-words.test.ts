import { expect, it } from 'vitest'
import { periodWords } from './period-words.ts'

const now = Date.UTC(2026, 10, 24, 4)
const texts = [
  { version: '3.0', effectiveFrom: '2027-01-01' },
  { version: '2.1', effectiveFrom: '2026-12-01' },
  { version: '2.0', effectiveFrom: '2026-11-20' },
]
const words = (day?: string) => periodWords(texts, day, now)

it('a version is in force until the next one that is to come', () => {
  expect(words()).toBe('从现在起，到 2026-12-01 版本 2.1 生效为止，')
  expect(words('2026-12-10')).toBe('自 2026-12-10 起，到 2027-01-01 版本 3.0 生效为止，')
  expect(words('2027-01-01')).toBe('自 2027-01-01 起，')
})

it('one for no day, today or a day that is over is in force at once, and takes over from what is', () => {
  for (const day of ['', '2026-11-24', '2026-11-01']) expect(words(day)).toBe(words())
})
