import { expect, it } from 'vitest'
import { examMark, nextStep } from './course-steps.ts'

it.each([
  ['TODO', false, 'LOCKED', '开始学习'],
  ['DOING', false, 'LOCKED', '继续学习'],
  ['DONE', false, 'LOCKED', '去评价'],
  ['DONE', true, 'READY', '去考试'],
  ['DONE', true, 'RUNNING', '继续考试'],
  ['DONE', true, 'FAILED', '重新考试'],
  ['DOING', true, 'EXHAUSTED', '重新学习'],
  ['DONE', true, 'PASSED', '查看成绩'],
] as const)('%s, evaluated %s, exam %s → %s', (state, evaluated, examState, label) => {
  expect(nextStep({ state, evaluated, examState }).label).toBe(label)
})

it('an exam that has still to open says what opens it, while that can be done', () => {
  const label = (examState: 'LOCKED' | 'PASSED', state: 'STUDYING' | 'EXPIRED') =>
    examMark({ examState }, { state }).label
  expect(label('LOCKED', 'STUDYING')).toBe('学完并评价后可考')
  expect(label('LOCKED', 'EXPIRED')).toBe('考试未开放')
  expect(label('PASSED', 'STUDYING')).toBe('考试合格')
})
