import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldSmallGroups, type PeopleGroup } from './small-groups.ts'

const group = (name: string, signed: number): PeopleGroup => ({
  ...{ kind: 'NAMED', name, signed, paid: signed, proven: 0 },
})
const sizes = (groups: PeopleGroup[]) => groups.map(({ name, signed }) => [name, signed])

it('combines groups of fewer than five people', () => {
  const groups = [group('甲', 2), group('乙', 9), group('丙', 4), group('丁', 5)]
  expect(sizes(foldSmallGroups(groups))).toEqual([
    ['乙', 9],
    ['丁', 5],
    ['其他', 6],
  ])
})

it('adds the next smallest group when the rest would be too small', () => {
  expect(sizes(foldSmallGroups([group('甲', 9), group('乙', 6), group('丙', 1)]))).toEqual([
    ['甲', 9],
    ['其他', 7],
  ])
  expect(sizes(foldSmallGroups([group('甲', 2)]))).toEqual([['其他', 2]])
})

it('a folded list never shows a group below five people and never loses a person', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 120 }), (counts) => {
      const folded = foldSmallGroups(counts.map((count, index) => group(`单位${index}`, count)))
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect(folded.reduce((sum, { signed }) => sum + signed, 0)).toBe(total)
      for (const { kind, signed } of folded) expect(signed >= 5 || (kind === 'OTHER' && total < 5)).toBe(true)
    }),
  )
})
