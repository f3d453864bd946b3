import { expect, it } from 'vitest'
import { formatRowNumbers } from './titles.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ no: index + 2 }))

it('lists a few row numbers with the same problem and counts the rest', () => {
  expect(formatRowNumbers(rows(2), 2)).toBe('3')
  expect(formatRowNumbers(rows(6), 4)).toBe('2、3、5、6、7')
  expect(formatRowNumbers(rows(5000), 2)).toBe('3、4、5、6、7 等 4999')
  expect(formatRowNumbers(rows(5000), 4000)).toBe('2、3、4、5、6 等 4999')
})
