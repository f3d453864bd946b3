import { expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'

it('parses plain decimal notation only', () => {
  expect(['30', '0', '12.5', '-3', '+3', '6.', '.5', '007', '１２．５'].map(parseDecimal)).toEqual([
    ...[30, 0, 12.5, -3, 3, 6, 0.5, 7, 12.5],
  ])
  const others = ['0x1E', '0b11', '0o17', '1e3', '1E-1', 'Infinity', 'NaN', '', ' ', '1 000', ' 5']
  for (const text of [...others, '1,5', '--1', '.', '5n', '1_000', null, undefined])
    expect(parseDecimal(text), String(text)).toBeNaN()
})
