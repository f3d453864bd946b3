import { expect, it } from 'vitest'
import { missingWords } from './mapping.ts'

it('says which columns are missing', () => {
  expect(missingWords([null, 'ANSWER'])).toBe('还没有指定哪一列是题干')
  expect(missingWords([null])).toBe('还没有指定哪一列是题干、答案')
  expect(missingWords(['ANSWER', 'STEM'])).toBe('')
})
