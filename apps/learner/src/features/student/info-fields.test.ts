import type { Profile } from '@ce/client/student.ts'
import { expect, test } from 'vitest'
import { infoChange, infoOf } from './info-change.ts'
import { infoFieldList } from './info-fields.ts'

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

test('a form of the list has every field that may be changed, once', () => {
  expect(infoFieldList.map(({ name }) => name).sort()).toEqual(Object.keys(infoOf(profile)).sort())
})

test('only what differs is sent, and what was emptied as nothing', () => {
  const asShown = { ...infoOf(profile), school: '', email: 'a@b.cn' }
  expect(infoChange(profile, asShown)).toEqual({})
  expect(infoChange(profile, { ...asShown, email: '', titleCode: 2, city: '江州' })).toEqual({
    email: '',
    titleCode: 2,
    city: '江州',
  })
})
