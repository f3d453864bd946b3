import { expect, it } from 'vitest'
import { fieldsOf, mixFor, withCell } from './draft.ts'

const { rules } = fieldsOf({ draft: null, current: null })

it('suggests a mix that the bank can give', () => {
  const bank = [5, 8, 2, 3, 1, 0, 9, 9, 9]
  expect(mixFor(rules, bank)).toEqual([2, 8, 0, 3, 2, 0, 0, 5, 0])
})

it('a type counts what its difficulties say', () => {
  const mixed = { ...rules, mix: [2, 8, 0, 3, 2, 0, 0, 5, 0] }
  expect(withCell(mixed, 'SINGLE', 3, 4)).toMatchObject({
    singleCount: 14,
    multipleCount: 5,
    mix: [2, 8, 4, 3, 2, 0, 0, 5, 0],
  })
})
