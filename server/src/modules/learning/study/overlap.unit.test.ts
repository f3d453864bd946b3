import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CreditedWork, findOverlappingCredit, unschedulableTenths } from './overlap.ts'

const work = (from: number, until: number, needs: number): CreditedWork => ({ from, until, needs })
const steady = (from: number, seconds: number): CreditedWork[] =>
  Array.from({ length: seconds / 15 }, (_, index) => work(from, from + (index + 1) * 150, 150))

describe('time that one person cannot have watched', () => {
  it('study of two accounts one after the other counts as no excess, even if reported late', () => {
    expect(unschedulableTenths([])).toBe(0)
    expect(unschedulableTenths([...steady(0, 60), ...steady(600, 60)])).toBe(0)
    expect(unschedulableTenths([work(0, 1200, 600), work(300, 600, 300)])).toBe(0)
  })

  it('study credited to both accounts for the same time counts as excess', () => {
    expect(unschedulableTenths([...steady(0, 60), ...steady(0, 60)])).toBe(600)
    expect(unschedulableTenths([...steady(0, 60), ...steady(300, 60)])).toBe(300)
    expect(unschedulableTenths([work(0, 600, 600), work(0, 600, 570)])).toBe(570)
  })

  it('only study that does not fit into its time span counts as excess', () => {
    const works = fc.array(
      fc
        .tuple(fc.nat(500), fc.integer({ min: 1, max: 300 }), fc.nat(300))
        .map(([from, length, needs]) => work(from, from + length, needs)),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(works, (all) => {
        const lost = unschedulableTenths(all)
        const total = all.reduce((sum, { needs }) => sum + needs, 0)
        // Reference for the test: an interval can hold no more work than its length.
        const starts = all.map(({ from }) => from)
        const ends = all.map(({ until }) => until)
        const least = Math.max(
          0,
          ...starts.flatMap((from) =>
            ends
              .filter((until) => until > from)
              .map((until) => {
                const inside = all.filter((one) => one.from >= from && one.until <= until)
                return inside.reduce((sum, { needs }) => sum + needs, 0) - (until - from)
              }),
          ),
        )
        expect(lost).toBeGreaterThanOrEqual(least)
        expect(lost).toBeLessThanOrEqual(total)
        expect(lost > 0).toBe(least > 0)
      }),
    )
  })
})

describe('overlapping credit of two accounts', () => {
  it('each account keeps its own seconds of grace and no more', () => {
    const kept = [work(0, 600, 650)]
    expect(findOverlappingCredit(kept, [{ id: 'a', works: [work(600, 1200, 650)] }])).toEqual({
      ds: 0,
      restarts: [],
    })
    expect(findOverlappingCredit(kept, [{ id: 'a', works: [work(0, 600, 60)] }])).toEqual({
      ds: 110,
      restarts: ['a'],
    })
  })

  it('names in order the fewest courses whose credit does not fit, alone or together', () => {
    const kept = [work(0, 600, 300)]
    const courses = ['a', 'b', 'c'].map((id, index) => ({
      id,
      works: [index < 2 ? work(0, 600, 250) : work(9000, 9600, 600)],
    }))
    expect(findOverlappingCredit(kept, courses)).toEqual({ ds: 200, restarts: ['b'] })
  })
})
