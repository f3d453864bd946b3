import { describe, expect, it } from 'vitest'
import { type Box, freeTop, placeFor } from './free-top.ts'

const floor = 768
/** at the upper right corner of a desk's screen */
const own: Box = { left: 982, right: 1342, top: 24, bottom: 80 }
const button = (top: number, left = 1200): Box => ({
  left,
  right: left + 120,
  top,
  bottom: top + 40,
})

describe('a notice makes way', () => {
  it('stays where it is when it covers nothing', () => {
    expect(freeTop(own, [], floor)).toBe(24)
    expect(freeTop(own, [button(105), button(30, 700)], floor)).toBe(24)
  })

  it('goes below the buttons beside the title', () => {
    expect(freeTop(own, [button(30), button(30, 1060)], floor)).toBe(78)
  })

  it('goes on until there is room for all of it', () => {
    // 78 to 134 would lie upon the second, the next free height begins below the third
    expect(freeTop(own, [button(200), button(100), button(30)], floor)).toBe(248)
    expect(freeTop(own, [button(30), button(145)], floor)).toBe(78)
  })

  it('says so when there is no room above the lower edge', () => {
    const list = Array.from({ length: 16 }, (_, row) => button(20 + row * 48))
    expect(freeTop(own, list, floor)).toBeNull()
  })

  it('lies upon a state or an amount only where there is room for nothing else', () => {
    const state: Box = { left: 1000, right: 1060, top: 100, bottom: 130 }
    const amount: Box = { left: 1280, right: 1340, top: 100, bottom: 130 }
    const beside = [button(30)]
    expect(placeFor(own, own, [[...beside, state, amount], beside], floor)).toBe(138)
    const rows = Array.from({ length: 14 }, (_, row) => ({
      ...state,
      top: 100 + row * 48,
      bottom: 130 + row * 48,
    }))
    expect(placeFor(own, own, [[...beside, ...rows], beside], floor)).toBe(78)
  })

  it('comes back up when it could only go on below the edge, and stays where it is when nothing is in its way', () => {
    const low: Box = { ...own, top: 690, bottom: 746 }
    expect(placeFor(low, own, [[button(700)]], floor)).toBe(24)
    expect(placeFor(low, own, [[]], floor)).toBe(690)
  })
})
