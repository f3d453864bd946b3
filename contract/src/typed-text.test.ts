import { expect, it } from 'vitest'
import { text } from './common.ts'

it.each([
  // Phone address books export numbers with such invisible marks.
  ['\u202a138 0000 0000\u202c ', '138 0000 0000'],
  // With the direction marks, a proof would print the name backwards.
  ['\u202e药大\u2066', '药大'],
  ['👩\u200d⚕️ 家庭\u00a0药房', '👩\u200d⚕️ 家庭\u00a0药房'],
])('the typed text %j is stored as %j', (typed, kept) => {
  expect(text(20).parse(typed)).toBe(kept)
})

it('the length of a text is measured after marks are removed', () => {
  expect(text(2).parse('\u200e药房\u200f')).toBe('药房')
  expect(text(2).safeParse('大药房').success).toBe(false)
  expect(text(9).safeParse('药\u0000房').success).toBe(false)
})
