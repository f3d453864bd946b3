import { describe, expect, it } from 'vitest'
import { noticeOffset, type WindowBox } from './notice-place.ts'

const floor = 768
/** A notice in the upper right corner of a desktop screen. */
const own: WindowBox = { left: 982, right: 1342, top: 24, bottom: 80 }
const at = (top: number, weight = 100, left = 1200) => ({
  box: { left, right: left + 120, top, bottom: top + 40 },
  weight,
})

describe('placing of a notice', () => {
  it('a notice stays in place when it covers nothing', () => {
    expect(noticeOffset(own, own, [], floor)).toBe(24)
    expect(noticeOffset(own, own, [at(105), at(30, 100, 700)], floor)).toBe(24)
    const low: WindowBox = { ...own, top: 600, bottom: 656 }
    expect(noticeOffset(low, own, [at(30)], floor)).toBe(600)
  })

  it('a notice moves below the buttons beside the title, to the first free height', () => {
    expect(noticeOffset(own, own, [at(30), at(30, 100, 1060)], floor)).toBe(78)
    expect(noticeOffset(own, own, [at(200), at(100), at(30)], floor)).toBe(248)
  })

  it('a notice moves up again when something appears below', () => {
    const low: WindowBox = { ...own, top: 690, bottom: 746 }
    expect(noticeOffset(low, own, [at(700)], floor)).toBe(24)
  })

  it('without free space a notice covers the least important content: text before a button, a button before the focus', () => {
    const rows = Array.from({ length: 16 }, (_, row) => at(row * 48, row === 9 ? 1 : 100))
    const overText = noticeOffset(own, own, rows, floor)
    expect(overText + 56 > 9 * 48 && overText < 9 * 48 + 40).toBe(true)
    const focus = rows.map((row) => ({ ...row, weight: row.weight === 1 ? 1000 : row.weight }))
    const top = noticeOffset(own, own, focus, floor)
    expect(top + 56 <= 9 * 48 || top >= 9 * 48 + 40).toBe(true)
  })

  it('a notice never goes below the edge of the window', () => {
    const rows = Array.from({ length: 17 }, (_, row) => at(row * 44, 1000 - row))
    const top = noticeOffset(own, own, rows, floor)
    expect(top + 56).toBeLessThanOrEqual(floor)
  })
})
