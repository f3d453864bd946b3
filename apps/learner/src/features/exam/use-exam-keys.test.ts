import type { AttemptQuestion } from '@ce/client/exam-attempt/state.ts'
import { expect, it } from 'vitest'
import { optionIndexOfKey, toggleAnswerOption } from './use-exam-keys.ts'

const question = (type: AttemptQuestion['type']): AttemptQuestion => ({
  id: 'q',
  type,
  stem: '',
  points: 5,
  options: ['x', 'y', 'z'].map((id) => ({ id, text: id })),
})

it('an option key replaces the answer of a single choice and toggles it in a multiple choice', () => {
  expect(toggleAnswerOption(question('SINGLE'), ['x'], 'y')).toEqual(['y'])
  expect(toggleAnswerOption(question('JUDGE'), ['x'], 'x')).toEqual(['x'])
  expect(toggleAnswerOption(question('MULTIPLE'), ['z'], 'x')).toEqual(['x', 'z'])
  expect(toggleAnswerOption(question('MULTIPLE'), ['x', 'z'], 'x')).toEqual(['z'])
})

it('keys A to F and 1 to 6 select options, other keys select none', () => {
  expect(['a', 'F', '1', '6', 'g', '7', '0', 'Enter', 'ab'].map(optionIndexOfKey)).toEqual([
    0, 5, 0, 5, -1, -1, -1, -1, -1,
  ])
})
