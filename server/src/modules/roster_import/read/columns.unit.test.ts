import { expect, it } from 'vitest'
import { sheetOf } from '../../../../test/factories/sheet.ts'
import { readRoster } from './columns.ts'

it('asks nothing about columns of the other kind of table', () => {
  const cells = [
    ['姓名', '证件号', '手机号', '资格证书编号', '学时（专业）', '学时（公需）', '年度'],
    ['张三', '110105199001010096', '13900000001', 'ZY20260001', '60', '30', '2026'],
  ]
  const { mapping, rows } = readRoster('STUDENTS', sheetOf(cells), { mapping: null, head: null })
  expect(mapping).toEqual(['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', null, null, null])
  expect(rows).toHaveLength(1)
})
