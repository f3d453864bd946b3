import { expect, it } from 'vitest'
import { parseCertificateNumbers } from './read-numbers.ts'

it('pasted certificate numbers are read from columns or lists, each once', () => {
  expect(parseCertificateNumbers('abc123456\r\nABC123456\n\n DEF777777，GHI888888、JKL999999')).toEqual({
    numbers: ['ABC123456', 'DEF777777', 'GHI888888', 'JKL999999'],
    bad: [],
  })
})

it('text that cannot be a certificate number is reported', () => {
  expect(parseCertificateNumbers('资格证书编号\nABC123456\nA-1')).toEqual({
    numbers: ['ABC123456'],
    bad: ['资格证书编号', 'A-1'],
  })
  expect(parseCertificateNumbers(' ')).toEqual({ numbers: [], bad: [] })
})
