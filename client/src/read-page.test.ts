import { expect, it } from 'vitest'
import { readPage } from './read-page.ts'

it('reads a page out of an address, and the first out of anything else', () => {
  expect(readPage('3')).toBe(3)
  expect(readPage('100000')).toBe(100_000)
  for (const none of [null, '', '0', '-1', '1.5', 'x', '1e9', 'Infinity', '100001', '0x2', ' 2'])
    expect(readPage(none)).toBe(1)
})
