import type { ShownQuestion } from '@ce/client/staff/question.ts'
import { expect, it } from 'vitest'
import type { EditedOption } from './content.ts'
import {
  emptyQuestionFields,
  fitOptionsToType,
  markOption,
  questionContentOf,
  relabelExplanation,
  toQuestionFields,
} from './content.ts'

const content = (type: ShownQuestion['type'], options: ShownQuestion['options']) => ({
  type,
  difficulty: 3,
  stem: '下列说法正确的是',
  options,
  order: type === 'JUDGE' ? ('FIXED' as const) : ('FREE' as const),
  explanation: '见说明书。',
  tags: ['说明书'],
})
const choices = (right: string): EditedOption[] =>
  ['A', 'B', 'C'].map((id) => ({ id, text: id, right: right.includes(id) }))
const rights = (list: EditedOption[]) => list.flatMap(({ id, right }) => (right ? [id] : [])).join('')

it('converting a question to form fields and back changes nothing', () => {
  const single = content('SINGLE', [
    { text: '甲', right: false },
    { text: '乙', right: true },
  ])
  expect(questionContentOf(toQuestionFields(single))).toEqual(single)
  const judge = content('JUDGE', [
    { text: '正确', right: false },
    { text: '错误', right: true },
  ])
  expect(toQuestionFields(judge).judge).toBe(1)
  expect(questionContentOf(toQuestionFields(judge))).toEqual(judge)
})

it('the options are kept when the question type changes to 判断题', () => {
  const fields = { ...emptyQuestionFields(), options: choices('B') }
  expect(questionContentOf({ ...fields, type: 'JUDGE' }).options).toEqual([
    { text: '正确', right: false },
    { text: '错误', right: false },
  ])
  expect(questionContentOf(fields).options).toHaveLength(3)
})

it('marking an option as right allows one right option, or several', () => {
  expect(rights(markOption(choices('A'), 'C', false))).toBe('C')
  expect(rights(markOption(choices('C'), 'C', false))).toBe('C')
  expect(rights(markOption(choices('A'), 'C', true))).toBe('AC')
  expect(rights(markOption(choices('AC'), 'C', true))).toBe('A')
})

it('changing the question type to 单选题 keeps only the first right option', () => {
  expect(rights(fitOptionsToType(choices('BC'), 'SINGLE'))).toBe('B')
  expect(rights(fitOptionsToType(choices('BC'), 'MULTIPLE'))).toBe('BC')
  expect(rights(fitOptionsToType(choices(''), 'SINGLE'))).toBe('')
})

it('an explanation gets the new letters of moved options, and removed options are reported', () => {
  const before = choices('A')
  const [a, b, c] = before
  if (!a || !b || !c) throw new Error('three choices')
  const fields = { stem: '下列说法正确的是', explanation: '故选A，选项C有误，维生素A不算' }
  expect(relabelExplanation(fields, before, [c, b, a])).toBe('故选C，选项A有误，维生素A不算')
  expect(relabelExplanation(fields, before, [b, c])).toBe('故选（已删除的选项），选项B有误，维生素A不算')
  expect(relabelExplanation(fields, before, [...before])).toBe(fields.explanation)
})
