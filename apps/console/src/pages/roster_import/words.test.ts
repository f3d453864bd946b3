import { expect, it } from 'vitest'
import { missingWords } from './words.ts'

it('says which columns are missing, one of several where one is enough', () => {
  expect(missingWords('STUDENTS', ['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO'])).toBe('')
  expect(missingWords('STUDENTS', ['NAME', null])).toBe(
    '还没有指定哪一列是证件号、手机号、资格证书编号',
  )
  expect(missingWords('HOURS', ['YEAR', 'HOURS', 'ISSUER'])).toBe(
    '还没有指定哪一列是证件号或资格证书编号',
  )
  expect(missingWords('HOURS', ['YEAR', 'HOURS', 'ISSUER', 'CERTIFICATE_NO'])).toBe('')
})
