import { describe, expect, it } from 'vitest'
import { type InvoiceApplicationFacts, invoiceDifferences, redInvoiceProblem, sellerDifferences } from './compare.ts'
import { emptyInvoiceFields } from './read/invoice-fields.ts'

const applied: InvoiceApplicationFacts = {
  titleType: 'COMPANY',
  title: '江州示例大药房（连锁）有限公司',
  taxNo: '91350100M000100Y43',
  amountFen: 12_000,
  invoiceNo: null,
  invoiceCode: null,
  paidOn: '2026-11-20',
  today: '2026-11-28',
}
const read = {
  ...emptyInvoiceFields,
  number: '26332000000123456789',
  date: '2026-11-21',
  title: '江州示例大药房(连锁)有限公司',
  taxNo: '91350100M000100Y43',
  amountFen: 12_000,
  seller: '江南省执业药师协会',
  sellerTaxNo: '51330000500012345U',
}
const fieldsOf = (other: Partial<InvoiceApplicationFacts>, file: Partial<typeof emptyInvoiceFields> = {}) =>
  invoiceDifferences({ ...applied, ...other }, { ...read, ...file }).map(
    ({ field, mayAccept }) => `${field}${mayAccept ? ' may be accepted' : ''}`,
  )

describe('comparison of an invoice with its application', () => {
  it.each([
    '江州示例大药房（连锁）有限公司',
    '江州示例大药房〔连锁〕有限公司',
    ' 江州示例大药房（连锁） 有限公司',
    '江州示例⼤药房（连锁）有限公司',
    '江州示例大药房(连锁)有限公司\ufe00',
  ])('spelling does not change a company name: %s', (title) => {
    expect(fieldsOf({}, { title })).toEqual([])
  })

  it('a person matches with or without the tax system suffix or a document number', () => {
    const person = { titleType: 'PERSONAL', title: '欧阳·娜娜', taxNo: null }
    for (const title of ['欧阳·娜娜', '欧阳•娜娜（个人）', '欧阳・娜娜(个人)'])
      for (const taxNo of [null, '11010519491231002X']) expect(fieldsOf(person, { title, taxNo })).toEqual([])
    // A person has no company number.
    const company = { title: '欧阳·娜娜', taxNo: '91350100M000100Y43' }
    expect(fieldsOf(person, company)).toEqual(['taxNo may be accepted'])
    // The suffix is part of a company name.
    expect(fieldsOf({ title: '示例公司' }, { title: '示例公司（个人）' })).toEqual(['title may be accepted'])
  })

  it.each([
    ['title may be accepted', {}, { title: '别家医药有限公司' }],
    ['taxNo', {}, { taxNo: '91110108551385082Q' }],
    ['taxNo may be accepted', {}, { taxNo: null }],
    ['taxNo may be accepted', { titleType: 'INSTITUTION', taxNo: null }, {}],
    ['amount', {}, { amountFen: 12_001 }],
    ['amount', {}, { amountFen: -12_000 }],
    ['number', { invoiceNo: '26332000000123456780' }, {}],
    ['date may be accepted', {}, { date: '2026-11-19' }],
    ['date may be accepted', {}, { date: '2026-11-29' }],
  ] as const)('invoice and application differ: %s', (difference, other, file) => {
    expect(fieldsOf(other, file)).toEqual([difference])
  })

  it('accepts invoice dates from the payment until today', () => {
    for (const date of ['2026-11-20', '2026-11-28']) expect(fieldsOf({}, { date })).toEqual([])
    expect(fieldsOf({ invoiceNo: read.number })).toEqual([])
  })
})

it('compares the invoice seller once it is set', () => {
  const ours = { name: '江南省执业药师协会', taxNo: '51330000500012345U' }
  expect(sellerDifferences(ours, read)).toEqual([])
  expect(sellerDifferences({ name: '', taxNo: '' }, { ...read, seller: '别家' })).toEqual([])
  expect(sellerDifferences(ours, { ...read, seller: '别省药师协会' })).toMatchObject([{ field: 'seller' }])
  expect(sellerDifferences(ours, { ...read, sellerTaxNo: '91350100M000100Y43' })).toMatchObject([
    { field: 'sellerTaxNo' },
  ])
})

it('a red invoice matches by amount and number or buyer', () => {
  const voided = { ...applied, invoiceNo: '26332000000123456700' }
  const red = { ...read, amountFen: -12_000, voids: voided.invoiceNo }
  expect(redInvoiceProblem(voided, red)).toBeNull()
  expect(redInvoiceProblem(voided, { ...red, voids: null })).toBeNull()
  expect(redInvoiceProblem(voided, { ...red, amountFen: -6000 })).toContain('¥-120.00')
  expect(redInvoiceProblem(voided, { ...red, voids: '26332000000123456701' })).toContain('26332000000123456701')
  expect(redInvoiceProblem(voided, { ...red, voids: null, title: '别家' })).toContain('别家')
})
