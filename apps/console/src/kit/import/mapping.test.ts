import { rosterFieldLabels } from '@ce/contract/import-fields'
import { expect, it } from 'vitest'
import { assignColumn, missingColumnsText, type TableImportFields } from './mapping.ts'

it('each field is mapped to at most one column', () => {
  expect(assignColumn(['STEM', null, 'ANSWER'], 1, 'STEM')).toEqual([null, 'STEM', 'ANSWER'])
  expect(assignColumn(['STEM', null, 'ANSWER'], 0, 'STEM')).toEqual(['STEM', null, 'ANSWER'])
  expect(assignColumn(['STEM', null, 'ANSWER'], 2, null)).toEqual(['STEM', null, null])
})

type Field = keyof typeof rosterFieldLabels

it('missing columns are named, and one of several alternative columns is enough', () => {
  const needed: TableImportFields<Field>['needed'] = [['NAME'], ['ID_NO', 'CERTIFICATE_NO'], ['PHONE']]
  const missing = (mapping: (Field | null)[]) => missingColumnsText({ needed, words: rosterFieldLabels }, mapping)
  expect(missing(['NAME', null])).toBe('还没有指定哪一列是证件号或资格证书编号、手机号')
  expect(missing(['CERTIFICATE_NO', 'NAME'])).toBe('还没有指定哪一列是手机号')
  expect(missing(['PHONE', 'ID_NO', null, 'NAME'])).toBe('')
})
