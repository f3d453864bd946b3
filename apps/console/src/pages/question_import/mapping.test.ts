import { expect, it } from 'vitest'
import { assigned, missingWords } from './mapping.ts'

it('gives a field to one column only', () => {
  expect(assigned(['STEM', null, 'ANSWER'], 1, 'STEM')).toEqual([null, 'STEM', 'ANSWER'])
  expect(assigned(['STEM', null, 'ANSWER'], 0, 'STEM')).toEqual(['STEM', null, 'ANSWER'])
  expect(assigned(['STEM', null, 'ANSWER'], 2, null)).toEqual(['STEM', null, null])
})

it('says which columns are missing', () => {
  expect(missingWords([null, 'ANSWER'])).toBe('还没有指定哪一列是题干')
  expect(missingWords([null])).toBe('还没有指定哪一列是题干、答案')
  expect(missingWords(['ANSWER', 'STEM'])).toBe('')
})
