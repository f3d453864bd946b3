import { expect, it } from 'vitest'
import { makeSheet } from '../../../../../test/factories/sheet.ts'
import { detectImportTable } from '../../../../platform/imports/table.ts'
import { rosterTableKind } from './columns.ts'

it('a roster import does not ask about columns of the other kind of list', () => {
  const cells = [
    ['姓名', '证件号', '手机号', '资格证书编号', '学时（专业）', '学时（公需）', '年度'],
    ['张三', '110105199001010096', '13900000001', 'ZY20260001', '60', '30', '2026'],
  ]
  const book = { sheet: makeSheet(cells), sheets: [] }
  const { mapping, rows } = detectImportTable(book, { mapping: null }, rosterTableKind('STUDENTS'))
  expect(mapping).toEqual(['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', null, null, null])
  expect(rows).toHaveLength(1)
})
