import type { QuestionShown } from '@ce/client/staff/question.ts'
import { expect, it } from 'vitest'
import {
  type Choice,
  contentOf,
  emptyFields,
  fieldsOf,
  fitted,
  marked,
  movedExplanation,
} from './content.ts'

const content = (type: QuestionShown['type'], options: QuestionShown['options']) => ({
  type,
  difficulty: 3,
  stem: '下列说法正确的是',
  options,
  order: type === 'JUDGE' ? ('FIXED' as const) : ('FREE' as const),
  explanation: '见说明书。',
  tags: ['说明书'],
})
const choices = (right: string): Choice[] =>
  ['A', 'B', 'C'].map((id) => ({ id, text: id, right: right.includes(id) }))
const rights = (list: Choice[]) => list.flatMap(({ id, right }) => (right ? [id] : [])).join('')

it('gives back what it was given', () => {
  const single = content('SINGLE', [
    { text: '甲', right: false },
    { text: '乙', right: true },
  ])
  expect(contentOf(fieldsOf(single))).toEqual(single)
  const judge = content('JUDGE', [
    { text: '正确', right: false },
    { text: '错误', right: true },
  ])
  expect(fieldsOf(judge).judge).toBe(1)
  expect(contentOf(fieldsOf(judge))).toEqual(judge)
})

it('keeps the choices of a question that is a 判断题 for a while', () => {
  const fields = { ...emptyFields(), options: choices('B') }
  expect(contentOf({ ...fields, type: 'JUDGE' }).options).toEqual([
    { text: '正确', right: false },
    { text: '错误', right: false },
  ])
  expect(contentOf(fields).options).toHaveLength(3)
})

it('marks one right choice, or several', () => {
  expect(rights(marked(choices('A'), 'C', false))).toBe('C')
  expect(rights(marked(choices('C'), 'C', false))).toBe('C')
  expect(rights(marked(choices('A'), 'C', true))).toBe('AC')
  expect(rights(marked(choices('AC'), 'C', true))).toBe('A')
})

it('leaves a 单选题 its first right choice', () => {
  expect(rights(fitted(choices('BC'), 'SINGLE'))).toBe('B')
  expect(rights(fitted(choices('BC'), 'MULTIPLE'))).toBe('BC')
  expect(rights(fitted(choices(''), 'SINGLE'))).toBe('')
})

it('gives an explanation the new letters of options that were moved, and says which is gone', () => {
  const before = choices('A')
  const [a, b, c] = before
  if (!a || !b || !c) throw new Error('three choices')
  const fields = { stem: '下列说法正确的是', explanation: '故选A，选项C有误，维生素A不算' }
  expect(movedExplanation(fields, before, [c, b, a])).toBe('故选C，选项A有误，维生素A不算')
  expect(movedExplanation(fields, before, [b, c])).toBe(
    '故选（已删除的选项），选项B有误，维生素A不算',
  )
  expect(movedExplanation(fields, before, [...before])).toBe(fields.explanation)
})
