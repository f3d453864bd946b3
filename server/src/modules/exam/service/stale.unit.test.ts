import { expect, it } from 'vitest'
import { listAnswersChangedSince } from './result.ts'

const entry = (seq: number, option: string, choice: number | null) => ({
  ...{ seq, at: new Date(seq * 1000), answers: { q1: [option] } },
  chosen: choice === null ? null : { q1: choice },
})

it.each([
  ['what came to stand', [entry(3, 'a', 1)], 3],
  ['what stood before', [entry(2, 'a', 1)], null],
  ['the same choice sent again', [entry(2, 'a', 1), entry(3, 'a', 1)], null],
  ['again after the first was news', [entry(3, 'a', 1), entry(4, 'a', 1)], 3],
  ['the same options, chosen again', [entry(2, 'a', 1), entry(3, 'a', 2)], 3],
  ['where another stood between', [entry(1, 'a', 1), entry(2, 'b', 2), entry(3, 'a', 1)], 3],
  ['a number that another choice had', [entry(2, 'a', 1), entry(3, 'b', 1)], 3],
  ['what pages of before do not say', [entry(2, 'a', null), entry(3, 'a', null)], 3],
])('answers changed since entry 3: %s', (_what, entries, since) => {
  expect(listAnswersChangedSince(entries, 3).map(({ at }) => at.getTime() / 1000)).toEqual(since ? [since] : [])
})
