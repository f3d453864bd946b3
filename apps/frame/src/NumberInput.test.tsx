import { expect, it } from 'vitest'
import { plainNumber } from './NumberInput.tsx'

it('reads what a Chinese keyboard writes, and loses no digit of it', () => {
  expect(
    ['１２', '1２', '6。5', '６．５', ' 60 ', '－3', '1,000', '6 篇'].map(plainNumber),
  ).toEqual(['12', '12', '6.5', '6.5', '60', '-3', '1000', '6'])
  expect(plainNumber(undefined)).toBe('')
})
