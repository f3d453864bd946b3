import { expect, it } from 'vitest'
import { parsePageNumber } from './read-page.ts'

it('reads a page number from an address, and the first page from anything else', () => {
  expect(parsePageNumber('3')).toBe(3)
  expect(parsePageNumber('100000')).toBe(100_000)
  for (const none of [null, '', '0', '-1', '1.5', 'x', '1e9', 'Infinity', '100001', '0x2', ' 2'])
    expect(parsePageNumber(none)).toBe(1)
})
