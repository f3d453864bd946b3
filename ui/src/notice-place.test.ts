import { describe, expect, it } from 'vitest'
import { type Box, noticeTop } from './notice-place.ts'

const floor = 768
/** at the upper right corner of a desk's screen */
const own: Box = { left: 982, right: 1342, top: 24, bottom: 80 }
const at = (top: number, weight = 100, left = 1200) => ({
  box: { left, right: left + 120, top, bottom: top + 40 },
  weight,
})

describe('a notice', () => {
  it('stays where it is when it covers nothing', () => {
    expect(noticeTop(own, own, [], floor)).toBe(24)
    expect(noticeTop(own, own, [at(105), at(30, 100, 700)], floor)).toBe(24)
    const low: Box = { ...own, top: 600, bottom: 656 }
    expect(noticeTop(low, own, [at(30)], floor)).toBe(600)
  })

  it('goes below the buttons beside the title, to the first height with room for all of it', () => {
    expect(noticeTop(own, own, [at(30), at(30, 100, 1060)], floor)).toBe(78)
    expect(noticeTop(own, own, [at(200), at(100), at(30)], floor)).toBe(248)
  })

  it('comes back up when something comes in its way below', () => {
    const low: Box = { ...own, top: 690, bottom: 746 }
    expect(noticeTop(low, own, [at(700)], floor)).toBe(24)
  })

  it('covers what weighs least where there is no free height: text before a button, a button before the focus', () => {
    const rows = Array.from({ length: 16 }, (_, row) => at(row * 48, row === 9 ? 1 : 100))
    const overText = noticeTop(own, own, rows, floor)
    expect(overText + 56 > 9 * 48 && overText < 9 * 48 + 40).toBe(true)
    const focus = rows.map((row) => ({ ...row, weight: row.weight === 1 ? 1000 : row.weight }))
    const top = noticeTop(own, own, focus, floor)
    expect(top + 56 <= 9 * 48 || top >= 9 * 48 + 40).toBe(true)
  })

  it('never stands lower than the edge of the window', () => {
    const rows = Array.from({ length: 17 }, (_, row) => at(row * 44, 1000 - row))
    const top = noticeTop(own, own, rows, floor)
    expect(top + 56).toBeLessThanOrEqual(floor)
  })
})
