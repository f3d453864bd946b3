import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tooMuch, unplaced, type Work } from './overlap.ts'

const work = (from: number, until: number, needs: number): Work => ({ from, until, needs })
/** a beat every 15 s in a session that opened at `from`, everything credited */
const steady = (from: number, seconds: number): Work[] =>
  Array.from({ length: seconds / 15 }, (_, index) => work(from, from + (index + 1) * 150, 150))

describe('unplaced', () => {
  it('is nothing for one person, one after the other, whatever arrives late', () => {
    expect(unplaced([])).toBe(0)
    expect(unplaced([...steady(0, 60), ...steady(600, 60)])).toBe(0)
    expect(unplaced([work(0, 1200, 600), work(300, 600, 300)])).toBe(0)
  })

  it('is what two clocks gave at the same moments', () => {
    expect(unplaced([...steady(0, 60), ...steady(0, 60)])).toBe(600)
    expect(unplaced([...steady(0, 60), ...steady(300, 60)])).toBe(300)
    // 117 s credited in 60 s
    expect(unplaced([work(0, 600, 600), work(0, 600, 570)])).toBe(570)
  })

  it('places all that the time allows, never more', () => {
    const works = fc.array(
      fc
        .tuple(fc.nat(500), fc.integer({ min: 1, max: 300 }), fc.nat(300))
        .map(([from, length, needs]) => work(from, from + length, needs)),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(works, (all) => {
        const lost = unplaced(all)
        const total = all.reduce((sum, { needs }) => sum + needs, 0)
        // no stretch of time holds more than its length: of whatever must lie in it, so much is too much
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

describe('tooMuch', () => {
  it('lets each account have its own grace, and no more', () => {
    const kept = [work(0, 600, 650)]
    expect(tooMuch(kept, [{ id: 'a', works: [work(600, 1200, 650)] }])).toEqual({
      ds: 0,
      restarts: [],
    })
    expect(tooMuch(kept, [{ id: 'a', works: [work(0, 600, 60)] }])).toEqual({
      ds: 110,
      restarts: ['a'],
    })
  })

  it('names the fewest that do not fit in the order given, also those that only do not fit together', () => {
    const kept = [work(0, 600, 300)]
    const courses = ['a', 'b', 'c'].map((id, index) => ({
      id,
      works: [index < 2 ? work(0, 600, 250) : work(9000, 9600, 600)],
    }))
    expect(tooMuch(kept, courses)).toEqual({ ds: 200, restarts: ['b'] })
  })
})
