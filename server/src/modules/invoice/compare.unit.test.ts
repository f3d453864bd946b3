import { describe, expect, it } from 'vitest'
import { type AppliedFor, differencesOf, redProblem, sellerDifferences } from './compare.ts'
import { noFields } from './read/invoice-fields.ts'

const applied: AppliedFor = {
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
  ...noFields,
  number: '26332000000123456789',
  date: '2026-11-21',
  title: '江州示例大药房(连锁)有限公司',
  taxNo: '91350100M000100Y43',
  amountFen: 12_000,
  seller: '江南省执业药师协会',
  sellerTaxNo: '51330000500012345U',
}
const fieldsOf = (other: Partial<AppliedFor>, file: Partial<typeof noFields> = {}) =>
  differencesOf({ ...applied, ...other }, { ...read, ...file }).map(
    ({ field, mayAccept }) => `${field}${mayAccept ? ' may be accepted' : ''}`,
  )

describe('an invoice and an application', () => {
  it.each([
    '江州示例大药房（连锁）有限公司',
    '江州示例大药房〔连锁〕有限公司',
    ' 江州示例大药房（连锁） 有限公司',
    '江州示例⼤药房（连锁）有限公司',
    '江州示例大药房(连锁)有限公司\ufe00',
  ])('are of one company however it is typed: %s', (title) => {
    expect(fieldsOf({}, { title })).toEqual([])
  })

  it('are of one person with and without the tax system’s word for it, and with a paper of theirs', () => {
    const person = { titleType: 'PERSONAL', title: '欧阳·娜娜', taxNo: null }
    for (const title of ['欧阳·娜娜', '欧阳•娜娜（个人）', '欧阳・娜娜(个人)'])
      for (const taxNo of [null, '11010519491231002X'])
        expect(fieldsOf(person, { title, taxNo })).toEqual([])
    // a company's number is no person's
    const company = { title: '欧阳·娜娜', taxNo: '91350100M000100Y43' }
    expect(fieldsOf(person, company)).toEqual(['taxNo may be accepted'])
    // of a company the word is a part of its name
    expect(fieldsOf({ title: '示例公司' }, { title: '示例公司（个人）' })).toEqual([
      'title may be accepted',
    ])
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
  ] as const)('differ: %s', (difference, other, file) => {
    expect(fieldsOf(other, file)).toEqual([difference])
  })

  it('fit from the day of payment to today', () => {
    for (const date of ['2026-11-20', '2026-11-28']) expect(fieldsOf({}, { date })).toEqual([])
    expect(fieldsOf({ invoiceNo: read.number })).toEqual([])
  })
})

it('a seller is compared once it is set, by what the file says of it', () => {
  const ours = { name: '江南省执业药师协会', taxNo: '51330000500012345U' }
  expect(sellerDifferences(ours, read)).toEqual([])
  expect(sellerDifferences({ name: '', taxNo: '' }, { ...read, seller: '别家' })).toEqual([])
  expect(sellerDifferences(ours, { ...read, seller: '别省药师协会' })).toMatchObject([
    { field: 'seller' },
  ])
  expect(sellerDifferences(ours, { ...read, sellerTaxNo: '91350100M000100Y43' })).toMatchObject([
    { field: 'sellerTaxNo' },
  ])
})

it('a red invoice voids one of the same sum, by its number or its buyer', () => {
  const voided = { ...applied, invoiceNo: '26332000000123456700' }
  const red = { ...read, amountFen: -12_000, voids: voided.invoiceNo }
  expect(redProblem(voided, red)).toBeNull()
  expect(redProblem(voided, { ...red, voids: null })).toBeNull()
  expect(redProblem(voided, { ...red, amountFen: -6000 })).toContain('¥-120.00')
  expect(redProblem(voided, { ...red, voids: '26332000000123456701' })).toContain(
    '26332000000123456701',
  )
  expect(redProblem(voided, { ...red, voids: null, title: '别家' })).toContain('别家')
})
