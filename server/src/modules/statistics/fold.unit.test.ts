import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldSmall, type Group } from './fold.ts'

const group = (name: string, signed: number): Group => ({
  ...{ kind: 'NAMED', name, signed, paid: signed, proven: 0 },
})
const sizes = (groups: Group[]) => groups.map(({ name, signed }) => [name, signed])

it('puts groups of fewer than five together', () => {
  const groups = [group('甲', 2), group('乙', 9), group('丙', 4), group('丁', 5)]
  expect(sizes(foldSmall(groups))).toEqual([
    ['乙', 9],
    ['丁', 5],
    ['其他', 6],
  ])
})

it('lets the next smallest join when the rest would be as small', () => {
  expect(sizes(foldSmall([group('甲', 9), group('乙', 6), group('丙', 1)]))).toEqual([
    ['甲', 9],
    ['其他', 7],
  ])
  expect(sizes(foldSmall([group('甲', 2)]))).toEqual([['其他', 2]])
})

it('never shows a named group of fewer than five, and never loses anybody', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 120 }), (counts) => {
      const folded = foldSmall(counts.map((count, index) => group(`单位${index}`, count)))
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect(folded.reduce((sum, { signed }) => sum + signed, 0)).toBe(total)
      for (const { kind, signed } of folded)
        expect(signed >= 5 || (kind === 'OTHER' && total < 5)).toBe(true)
    }),
  )
})
