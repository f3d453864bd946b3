import { expect, it } from 'vitest'
import { accountDifferenceText } from './labels.ts'

const person = { name: '李明远', idNoMasked: '110105********2178' }

it('only fields that differ between two accounts are listed', () => {
  expect(accountDifferenceText(person, person)).toBe('')
  expect(accountDifferenceText(person, { ...person, name: '王晓' })).toContain('账号的姓名不同')
  const other = { name: '王晓', idNoMasked: '110105********0014' }
  expect(accountDifferenceText(person, other)).toContain('账号的姓名、证件号不同')
})
