import { expect, it } from 'vitest'
import { changedCorrectionFields } from './correction-fields.ts'

it("only changed fields are sent, so that a colleague's corrections are not overwritten", () => {
  const read = {
    name: '李明锋',
    idType: 'ID_CARD',
    idNo: '',
    phone: '',
    certificateNo: '4600000001',
  } as const
  expect(changedCorrectionFields(read, { ...read, phone: '13900000000' })).toEqual({ phone: '13900000000' })
  expect(changedCorrectionFields(read, { ...read, name: '李明峰', idType: 'PASSPORT' })).toEqual({
    name: '李明峰',
    idType: 'PASSPORT',
  })
})
