import { expect, it } from 'vitest'
import { readNumbers } from './read-numbers.ts'

it('reads a pasted column or list, each number once', () => {
  expect(readNumbers('abc123456\r\nABC123456\n\n DEF777777，GHI888888、JKL999999')).toEqual({
    numbers: ['ABC123456', 'DEF777777', 'GHI888888', 'JKL999999'],
    bad: [],
  })
})

it('names what cannot be a number', () => {
  expect(readNumbers('资格证书编号\nABC123456\nA-1')).toEqual({
    numbers: ['ABC123456'],
    bad: ['资格证书编号', 'A-1'],
  })
  expect(readNumbers(' ')).toEqual({ numbers: [], bad: [] })
})
