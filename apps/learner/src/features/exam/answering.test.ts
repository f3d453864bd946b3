import type { Question } from '@ce/client/exam-attempt/state.ts'
import { expect, it } from 'vitest'
import { optionIndexOf, pick } from './answering.ts'

const question = (type: Question['type']): Question => ({
  id: 'q',
  type,
  stem: '',
  points: 5,
  options: ['x', 'y', 'z'].map((id) => ({ id, text: id })),
})

it('a single choice stands alone; of several each is put in and taken out', () => {
  expect(pick(question('SINGLE'), ['x'], 'y')).toEqual(['y'])
  expect(pick(question('JUDGE'), ['x'], 'x')).toEqual(['x'])
  expect(pick(question('MULTIPLE'), ['z'], 'x')).toEqual(['x', 'z'])
  expect(pick(question('MULTIPLE'), ['x', 'z'], 'x')).toEqual(['z'])
})

it('A to F and 1 to 6 stand for options, other keys for none', () => {
  expect(['a', 'F', '1', '6', 'g', '7', '0', 'Enter', 'ab'].map(optionIndexOf)).toEqual([
    0, 5, 0, 5, -1, -1, -1, -1, -1,
  ])
})
