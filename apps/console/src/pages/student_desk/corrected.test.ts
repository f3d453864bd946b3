import { expect, it } from 'vitest'
import { corrected } from './corrected.ts'

it('sends what was changed, and leaves what a colleague may have corrected since', () => {
  const read = {
    name: '李明锋',
    idType: 'ID_CARD',
    idNo: '',
    phone: '',
    certificateNo: '4600000001',
  } as const
  expect(corrected(read, { ...read, phone: '13900000000' })).toEqual({ phone: '13900000000' })
  expect(corrected(read, { ...read, name: '李明峰', idType: 'PASSPORT' })).toEqual({
    name: '李明峰',
    idType: 'PASSPORT',
  })
})
