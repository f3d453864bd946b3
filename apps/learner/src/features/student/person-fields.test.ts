import type { StudentProfile } from '@ce/client/student.ts'
import { expect, test } from 'vitest'
import { profileChangesOf, registrationFields, toProfileTexts } from './person-fields.ts'

test('an ID number is checked by the rules of the chosen document type', () => {
  const { problem } = registrationFields.idNo
  expect(problem?.('11010519491231002x', { idType: 'ID_CARD' })).toBeNull()
  expect(problem?.('E12345678', { idType: 'ID_CARD' })).toContain('身份证号')
  expect(problem?.('E12345678', { idType: 'PASSPORT' })).toBeNull()
})

test('a phone number is checked after surrounding spaces are removed', () => {
  expect(registrationFields.phone.problem?.(' 13800000001 ', {})).toBeNull()
  expect(registrationFields.phone.problem?.('1380000000', {})).toBe('手机号应为 11 位数字')
})

const profile: StudentProfile = {
  id: '1',
  name: '周建国',
  nameLocked: true,
  idType: 'ID_CARD',
  idNoMasked: '110105********0032',
  phoneMasked: '138****0003',
  certificateNo: 'DEMO20120003',
  avatarUrl: null,
  gender: null,
  birthDate: null,
  education: '本科',
  school: null,
  major: null,
  titleCode: 0,
  employer: null,
  employerCreditCode: null,
  registrationNo: null,
  registrationValidTo: null,
  practiceScope: null,
  city: null,
  address: null,
  email: 'a@b.cn',
  isInitPassword: false,
  createdAt: '2026-01-01T00:00:00Z',
  unprintable: { name: '', employer: '' },
}

test('the profile form contains every field that a student may change', () => {
  const fixed = ['id', 'name', 'nameLocked', 'idType', 'idNoMasked', 'phoneMasked']
  const elsewhere = ['certificateNo', 'avatarUrl', 'birthDate', 'isInitPassword', 'createdAt']
  const own = Object.keys(profile).filter((name) => ![...fixed, ...elsewhere, 'unprintable'].includes(name))
  expect(Object.keys(toProfileTexts(profile)).sort()).toEqual(own.sort())
})

test('a profile change sends only changed fields, and a cleared field as empty text', () => {
  const began = toProfileTexts(profile)
  expect(profileChangesOf(began, { ...began })).toEqual({})
  expect(profileChangesOf(began, { ...began, email: '', titleCode: '2', city: '江州' })).toEqual({
    email: '',
    titleCode: 2,
    city: '江州',
  })
})
