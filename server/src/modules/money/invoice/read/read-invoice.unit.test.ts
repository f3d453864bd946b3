import { describe, expect, it } from 'vitest'
import { makeInvoiceOfd, makeTaxXml, toChineseAmount } from '../../../../../test/factories/invoice-files.ts'
import { makeInvoicePdf } from '../../../../../test/factories/invoice-pdf.ts'
import { layoutInvoices } from '../../../../../test/invoice-corpus/layouts.ts'
import { readInvoices } from '../../../../../test/invoice-corpus/read.ts'
import { refusedInvoices } from '../../../../../test/invoice-corpus/refused-invoices.ts'
import { parseAmount, parseChineseAmount, parseInvoiceDate } from './invoice-fields.ts'
import { readInvoice } from './read-invoice.ts'

describe('reading an invoice file', () => {
  it.each([...readInvoices, ...layoutInvoices].map((one) => [one.name, one] as const))(
    '%s',
    async (_name, { make, mime, reads }) => {
      const found = await readInvoice(await make(), mime)
      expect(found).toMatchObject({ problem: null, fields: reads })
    },
  )
})

describe('refused invoice files', () => {
  it.each(refusedInvoices.map((one) => [one.name, one] as const))(
    '%s',
    async (_name, { make, mime, problem, says }) => {
      const found = await readInvoice(await make(), mime)
      expect(found).toMatchObject({ problem })
      expect(found.says).toMatch(/\p{Script=Han}{4}/u)
      if (says) expect(found.says).toContain(says)
    },
  )
})

it.each([
  ['PDF', 'application/pdf', () => makeInvoicePdf({}, { attachments: [{ name: 'a.xml', content: makeTaxXml() }] })],
  ['OFD', 'application/ofd', () => Promise.resolve(makeInvoiceOfd({}, 'tags'))],
  ['XML', 'application/xml', () => Promise.resolve(makeTaxXml())],
] as const)('%s that is cut off anywhere is never taken as whole', async (_name, mime, make) => {
  const file = await make()
  for (let part = 1; part < 24; part += 1) {
    const cut = file.subarray(0, Math.floor((file.length * part) / 24))
    expect((await readInvoice(cut, mime)).problem, `${part} of 24`).not.toBeNull()
  }
  expect((await readInvoice(file.subarray(0, file.length - 8), mime)).problem).not.toBeNull()
})

it('parses amounts in words and figures, and dates', () => {
  for (const fen of [12_000, 100, 10_500, 1_000_000 - 100, 234_567, 200_050, 101, 10_010, -12_000])
    expect(parseChineseAmount(toChineseAmount(fen))).toBe(fen)
  expect(parseChineseAmount('壹万贰仟叁佰肆拾伍圆陆角柒分')).toBe(1_234_567)
  expect(parseChineseAmount('壹亿零伍万元整')).toBe(10_005_000_000)
  expect(parseAmount('¥-1,200.50')).toBe(-120_050)
  expect(parseAmount('12O.00')).toBeNull()
  for (const text of ['2026年3月1日', '2026 年 03 月 01 日', '2026-03-01 10:20:30', '20260301', '2026/3/1'])
    expect(parseInvoiceDate(text)).toBe('2026-03-01')
  for (const text of ['2026年2月30日', '2026-13-01', '昨天']) expect(parseInvoiceDate(text)).toBeNull()
})
