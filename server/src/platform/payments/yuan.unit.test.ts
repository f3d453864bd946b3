import { describe, expect, it } from 'vitest'
import { fenToYuan, yuanToFen } from './channel-values.ts'

describe('amounts in yuan', () => {
  it.each([
    ['120.00', 12_000],
    ['0.01', 1],
    ['0.10', 10],
    ['1.1', 110],
    ['20', 2000],
    // Floating point would give 1998.9999999999998 and 114_998.99999999999.
    ['19.99', 1999],
    ['1149.99', 114_999],
    ['99999999.99', 9_999_999_999],
  ])('converts %s yuan to %i fen', (yuan, fen) => {
    expect(yuanToFen(yuan)).toBe(fen)
    expect(yuanToFen(fenToYuan(fen))).toBe(fen)
  })

  it.each(['', '.5', '1.', '1.005', '-1.00', '+1.00', ' 1.00', '1,000.00', '1e3', '0x1', '１.00'])(
    'refuses %j as an amount in yuan',
    (yuan) => {
      expect(() => yuanToFen(yuan)).toThrow('an amount that is none')
    },
  )

  it('writes an amount in yuan with two decimals', () => {
    expect([0, 1, 10, 110, 12_000].map(fenToYuan)).toEqual(['0.00', '0.01', '0.10', '1.10', '120.00'])
    for (const fen of [-1, 0.5, Number.NaN, 10_000_000_000]) expect(() => fenToYuan(fen)).toThrow()
  })
})
