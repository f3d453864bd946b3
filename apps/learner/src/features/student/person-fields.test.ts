import type { Profile } from '@ce/client/student.ts'
import { expect, test } from 'vitest'
import { infoChange, infoTexts, registerFields } from './person-fields.ts'

test('a number is judged by the kind of document chosen', () => {
  const { problem } = registerFields.idNo
  expect(problem?.('11010519491231002x', { idType: 'ID_CARD' })).toBeNull()
  expect(problem?.('E12345678', { idType: 'ID_CARD' })).toContain('身份证号')
  expect(problem?.('E12345678', { idType: 'PASSPORT' })).toBeNull()
})

test('what is typed with spaces around it is judged without them', () => {
  expect(registerFields.phone.problem?.(' 13800000001 ', {})).toBeNull()
  expect(registerFields.phone.problem?.('1380000000', {})).toBe('手机号应为 11 位数字')
})

const profile: Profile = {
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

test('a form of one’s information has every field that may be changed', () => {
  const fixed = ['id', 'name', 'nameLocked', 'idType', 'idNoMasked', 'phoneMasked']
  const elsewhere = ['certificateNo', 'avatarUrl', 'birthDate', 'isInitPassword', 'createdAt']
  const own = Object.keys(profile).filter(
    (name) => ![...fixed, ...elsewhere, 'unprintable'].includes(name),
  )
  expect(Object.keys(infoTexts(profile)).sort()).toEqual(own.sort())
})

test('only what differs is sent, and what was emptied as nothing', () => {
  const began = infoTexts(profile)
  expect(infoChange(began, { ...began })).toEqual({})
  expect(infoChange(began, { ...began, email: '', titleCode: '2', city: '江州' })).toEqual({
    email: '',
    titleCode: 2,
    city: '江州',
  })
})
