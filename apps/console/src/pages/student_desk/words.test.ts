import { expect, it } from 'vitest'
import { differenceWords } from './words.ts'

const person = { name: '李明远', idNoMasked: '110105********2178' }

it('says what tells two accounts apart, and nothing of those alike', () => {
  expect(differenceWords(person, person)).toBe('')
  expect(differenceWords(person, { ...person, name: '王晓' })).toContain('账号的姓名不同')
  const other = { name: '王晓', idNoMasked: '110105********0014' }
  expect(differenceWords(person, other)).toContain('账号的姓名、证件号不同')
})
