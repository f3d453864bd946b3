import { expect, it } from 'vitest'
import { rowNumbers } from './row-numbers.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ no: index + 2 }))

it('names the few rows that are like one, and counts the many', () => {
  expect(rowNumbers(rows(2), 2)).toBe('3')
  expect(rowNumbers(rows(6), 4)).toBe('2、3、5、6、7')
  expect(rowNumbers(rows(5000), 2)).toBe('3、4、5、6、7 等 4999')
  expect(rowNumbers(rows(5000), 4000)).toBe('2、3、4、5、6 等 4999')
})
