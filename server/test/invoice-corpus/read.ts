import { expect } from 'vitest'
import { invoiceOfd, sampleInvoice, taxXml, xmlOf2019 } from '../factories/invoice-files.ts'
import {
  drawnPdf,
  fontlessPdf,
  invoicePdf,
  oldFormPdf,
  plainLines,
} from '../factories/invoice-pdf.ts'
import { zipOf } from '../factories/zip.ts'
import { type InvoiceCase, ofd, pdf, right, xml } from './case.ts'

const long = { title: '江州市中西医结合示例大药房连锁有限责任公司滨江区江南大道第一百二十八号分店' }
const person = { title: '张三（个人）', taxNo: '' }
const red = {
  amountFen: -12_000,
  number: '26332000000999999999',
  remark:
    '被红冲蓝字数电发票号码：26332000000123456789 红字发票信息确认单编号：33010026110000123456',
}
const whole = taxXml()
/** One field in each line; the names of the four lines of buyer and seller. */
function listPdf(names: readonly string[]): Promise<Buffer> {
  const { number, title, taxNo, seller, sellerTaxNo } = sampleInvoice
  const values = [title, taxNo, seller, sellerTaxNo]
  const lines = [
    '电子发票（普通发票）',
    `发票号码：${number}`,
    '开票日期：2026年11月20日',
    ...names.map((name, at) => `${name}：${values[at]}`),
    '价税合计：¥120.00',
  ]
  return drawnPdf({}, (page) => {
    page.fontSize(10)
    for (const [at, line] of lines.entries()) page.text(line, 40, 40 + at * 15)
  })
}

export const readInvoices: InvoiceCase[] = [
  { name: 'PDF, as the tax bureau draws it', mime: pdf, make: () => invoicePdf(), reads: right() },
  {
    name: 'PDF, values apart from their labels',
    mime: pdf,
    make: () => invoicePdf({}, { isApart: true }),
    reads: right(),
  },
  {
    name: 'PDF, letter by letter',
    mime: pdf,
    make: () => invoicePdf({}, { isByLetter: true }),
    reads: right(),
  },
  {
    name: 'PDF, drawn twice to look bold',
    mime: pdf,
    make: () => invoicePdf({}, { isTwice: true, isApart: true }),
    reads: right(),
  },
  {
    name: 'PDF, letter by letter and twice',
    mime: pdf,
    make: () => invoicePdf({}, { isByLetter: true, isTwice: true }),
    reads: right(),
  },
  {
    name: 'PDF, names in two lines',
    mime: pdf,
    make: () => invoicePdf(long, { wrapAt: 22 }),
    reads: right(long),
  },
  {
    name: 'PDF, names in two lines, values apart',
    mime: pdf,
    make: () => invoicePdf(long, { wrapAt: 22, isApart: true }),
    reads: right(long),
  },
  {
    name: 'PDF, a person without a tax number',
    mime: pdf,
    make: () => invoicePdf(person),
    reads: right(person),
  },
  {
    name: 'PDF, 增值税专用发票',
    mime: pdf,
    make: () => invoicePdf({ heading: '电子发票（增值税专用发票）' }),
    reads: { ...right(), kind: '电子发票(增值税专用发票)' },
  },
  {
    name: 'PDF, thousands with a comma and cents',
    mime: pdf,
    make: () => invoicePdf({ amountFen: 234_567 }),
    reads: right({ amountFen: 234_567 }),
  },
  {
    name: 'PDF, a red invoice',
    mime: pdf,
    make: () => invoicePdf(red),
    reads: { ...right(red), voids: '26332000000123456789' },
  },
  {
    name: 'PDF, application number in its remark',
    mime: pdf,
    make: () => invoicePdf({ remark: '申请编号 FP20261120000012' }),
    reads: { ...right(), references: expect.arrayContaining(['FP20261120000012']) },
  },
  {
    name: 'PDF with its XML within',
    mime: pdf,
    make: () => invoicePdf({}, { attachments: [{ name: 'invoice.xml', content: whole }] }),
    reads: right(),
  },
  {
    name: 'PDF of pictures with its XML within',
    mime: pdf,
    make: () => drawnPdf({ attachments: [{ name: 'invoice.xml', content: whole }] }, () => {}),
    reads: right(),
  },
  {
    name: 'PDF with its fields as properties',
    mime: pdf,
    make: () =>
      invoicePdf(
        {},
        {
          properties: {
            InvoiceNumber: sampleInvoice.number,
            SellerIdNum: sampleInvoice.sellerTaxNo,
            IssueTime: '2026-11-20',
            'TotalTax-includedAmount': '120.00',
          },
        },
      ),
    reads: right(),
  },
  {
    name: 'PDF with another file within',
    mime: pdf,
    make: () =>
      invoicePdf({}, { attachments: [{ name: '说明.txt', content: Buffer.from('说明') }] }),
    reads: right(),
  },
  {
    name: 'PDF that only forbids changes',
    mime: pdf,
    make: () => invoicePdf({}, { ownerPassword: 'secret' }),
    reads: right(),
  },
  {
    name: 'PDF, turned page',
    mime: pdf,
    make: () => invoicePdf({}, { rotate: 180 }),
    reads: right(),
  },
  {
    name: 'PDF, page on its side',
    mime: pdf,
    make: () => invoicePdf({}, { rotate: 90 }),
    reads: right(),
  },
  {
    name: 'PDF of two pages of one invoice',
    mime: pdf,
    make: () => invoicePdf({}, { more: [{}] }),
    reads: right(),
  },
  {
    name: 'PDF followed by a list of what was sold',
    mime: pdf,
    make: () => invoicePdf({}, { more: ['销售货物或者提供应税劳务、服务清单'] }),
    reads: right(),
  },
  {
    name: 'PDF, 增值税电子普通发票 of the form before',
    mime: pdf,
    make: () => oldFormPdf(),
    reads: right({ code: '033002600111', number: '12345678' }),
  },
  {
    name: 'PDF of the form before, values apart',
    mime: pdf,
    make: () => oldFormPdf({}, { isApart: true }),
    reads: right({ code: '033002600111', number: '12345678' }),
  },
  {
    name: 'PDF without its font, codes of Unicode',
    mime: pdf,
    make: () => fontlessPdf(plainLines(), 'UniGB-UCS2-H'),
    reads: right(),
  },
  {
    name: 'PDF without its font, codes of GBK',
    mime: pdf,
    make: () => fontlessPdf(plainLines(), 'GBK-EUC-H'),
    reads: right(),
  },
  {
    name: 'PDF, radicals copied for letters',
    mime: pdf,
    make: () => fontlessPdf(plainLines({ title: '江州西湖⼤药房有限公司' }), 'UniGB-UTF16-H'),
    reads: right({ title: '江州西湖⼤药房有限公司' }),
  },
  {
    name: 'PDF with bytes before it and after it',
    mime: pdf,
    make: async () => Buffer.concat([await invoicePdf(), Buffer.from('\n\n\0\0')]),
    reads: right(),
  },
  {
    name: 'PDF of the form before, a red invoice',
    mime: pdf,
    make: () =>
      oldFormPdf({ amountFen: -12_000, remark: '对应正数发票代码：033002600111号码：87654321' }),
    reads: {
      ...right({ code: '033002600111', number: '12345678', amountFen: -12_000 }),
      voids: '87654321',
    },
  },
  {
    name: 'PDF, buyer and seller below each other, by name',
    mime: pdf,
    make: () => listPdf(['购买方名称', '购买方税号', '销售方名称', '销售方税号']),
    reads: right(),
  },
  {
    name: 'PDF, buyer and seller below each other',
    mime: pdf,
    make: () => listPdf(['名称', '纳税人识别号', '名称', '纳税人识别号']),
    reads: right(),
  },
  {
    name: 'PDF, number, day and sum below their heads',
    mime: pdf,
    make: () =>
      drawnPdf({}, (page) => {
        const { number, title, seller } = sampleInvoice
        page.fontSize(9)
        const put = (text: string, x: number, y: number) =>
          page.text(text, x, y, { lineBreak: false })
        for (const [at, head] of ['发票号码', '开票日期', '价税合计'].entries())
          put(head, 40 + at * 180, 60)
        for (const [at, value] of [number, '2026-11-20', '120.00'].entries())
          put(value, 40 + at * 180, 74)
        put(`购买方：${title}`, 40, 110)
        put(`销售方：${seller}`, 320, 110)
      }),
    reads: { ...right(), taxNo: null, sellerTaxNo: null },
  },
  { name: 'OFD by its pages', mime: ofd, make: () => invoiceOfd(), reads: right() },
  { name: 'OFD by its XML', mime: ofd, make: () => invoiceOfd({}, 'attachment'), reads: right() },
  {
    name: 'OFD of nothing but its XML',
    mime: ofd,
    make: () =>
      zipOf([
        { name: 'OFD.xml', content: '<OFD/>' },
        { name: 'Doc_0/Attachs/original_invoice.xml', content: taxXml() },
      ]),
    reads: right(),
  },
  { name: 'OFD by its tags', mime: ofd, make: () => invoiceOfd({}, 'tags'), reads: right() },
  {
    name: 'OFD of the form of 2019',
    mime: ofd,
    make: () => invoiceOfd({ code: '033002600111', number: '12345678' }, 'form of 2019'),
    reads: right({ code: '033002600111', number: '12345678' }),
  },
  { name: 'OFD, a person', mime: ofd, make: () => invoiceOfd(person), reads: right(person) },
  {
    name: 'OFD, a red invoice',
    mime: ofd,
    make: () => invoiceOfd(red),
    reads: { ...right(red), voids: '26332000000123456789' },
  },
  { name: 'XML of the tax bureau', mime: xml, make: () => whole, reads: right() },
  {
    name: 'XML with its mark of UTF-8',
    mime: xml,
    make: () => Buffer.concat([Buffer.from('\ufeff'), whole]),
    reads: right(),
  },
  { name: 'XML in GBK', mime: xml, make: () => gbkXml(), reads: right({ title: '江州' }) },
  {
    name: 'XML, a name with & and brackets',
    mime: xml,
    make: () => taxXml({ title: '示例<药>&健康（江州）公司' }),
    reads: right({ title: '示例<药>&健康（江州）公司' }),
  },
  {
    name: 'XML in UTF-16',
    mime: xml,
    make: () => Buffer.from(`\ufeff${taxXml()}`, 'utf16le'),
    reads: right(),
  },
  {
    name: 'XML, signs in a name that no database stores',
    mime: xml,
    make: () =>
      Buffer.from(taxXml({ title: '江州NUL药房' }).toString().replace('NUL', '&#0;&#xd800;')),
    reads: right({ title: '江州\ufffd药房' }),
  },
  {
    name: 'XML of the form of 2019',
    mime: xml,
    make: () => Buffer.from(xmlOf2019()),
    reads: right(),
  },
  {
    name: 'XML, a red invoice',
    mime: xml,
    make: () => taxXml(red),
    reads: { ...right(red), voids: '26332000000123456789' },
  },
]

/** With 江州 as the buyer, in GBK. */
function gbkXml(): Buffer {
  const text = taxXml({ title: 'BUYER', seller: 'SELLER' }).toString().replace('UTF-8', 'GBK')
  const ascii = text.replace(/[^ -~\n]/g, '')
  const hex = Buffer.from(ascii).toString('hex')
  const named = (name: string, bytes: string) => (all: string) =>
    all.replace(Buffer.from(name).toString('hex'), bytes)
  const buyer = named('BUYER', 'bdadd6dd')
  const seller = named('SELLER', 'bdadc4cfcaa1d6b4d2b5d2a9caa6d0adbbe1')
  return Buffer.from(seller(buyer(hex)), 'hex')
}
