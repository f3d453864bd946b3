import { expect, it } from 'vitest'
import { keywordOf, teacherOptions } from './teacher-options.ts'

const lin = { id: 'a', name: '林晓禾', titleCode: 2 }
const zhou = { id: 'b', name: '周牧', titleCode: 3 }

it('names who is chosen, also where the page of those found does not reach', () => {
  expect(teacherOptions([lin], zhou).map(({ value }) => value)).toEqual(['a', 'b'])
  expect(teacherOptions([lin, zhou], zhou)).toHaveLength(2)
  expect(teacherOptions([lin], undefined)).toEqual([{ value: 'a', label: '林晓禾 副教授' }])
})

it('asks the server for the name alone', () => {
  expect(keywordOf(' 林晓禾 副教授')).toBe('林晓禾')
  expect(keywordOf('  ')).toBe('')
})
