import { expect, it } from 'vitest'
import { assigned } from './assigned.ts'

it('gives a field to one column only', () => {
  expect(assigned(['STEM', null, 'ANSWER'], 1, 'STEM')).toEqual([null, 'STEM', 'ANSWER'])
  expect(assigned(['STEM', null, 'ANSWER'], 0, 'STEM')).toEqual(['STEM', null, 'ANSWER'])
  expect(assigned(['STEM', null, 'ANSWER'], 2, null)).toEqual(['STEM', null, null])
})
