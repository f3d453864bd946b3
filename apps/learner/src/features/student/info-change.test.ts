import { expect, test } from 'vitest'
import { type InfoFields, infoChange } from './info-change.ts'

const began: InfoFields = {
  gender: 'FEMALE',
  education: '本科',
  school: null,
  major: null,
  titleCode: 4,
  employer: '甲药房',
  employerCreditCode: null,
  registrationNo: null,
  registrationValidTo: null,
  practiceScope: null,
  city: null,
  address: '一号',
  email: null,
}

test('only what was typed over travels, an emptied field as none', () => {
  expect(infoChange(began, { ...began, email: 'a@example.com', address: null })).toEqual({
    email: 'a@example.com',
    address: '',
  })
  expect(infoChange(began, { ...began, school: '' })).toEqual({})
})
