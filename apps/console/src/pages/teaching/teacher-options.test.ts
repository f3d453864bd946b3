import { expect, it } from 'vitest'
import { teacherKeyword, teacherOptions } from './teacher-options.ts'

const lin = { id: 'a', name: '林晓禾', titleCode: 2 }
const zhou = { id: 'b', name: '周牧', titleCode: 3 }

it('the selected teacher is shown even if the search did not find them', () => {
  expect(teacherOptions([lin], zhou).map(({ value }) => value)).toEqual(['a', 'b'])
  expect(teacherOptions([lin, zhou], zhou)).toHaveLength(2)
  expect(teacherOptions([lin], undefined)).toEqual([{ value: 'a', label: '林晓禾 副教授' }])
})

it('the teacher search sends only the name, without a title typed after it', () => {
  expect(teacherKeyword(' 林晓禾 副教授')).toBe('林晓禾')
  expect(teacherKeyword('  ')).toBe('')
})
