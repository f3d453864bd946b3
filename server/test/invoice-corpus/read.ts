import { expect } from 'vitest'
import { makeInvoiceOfd, makeTaxXml, makeXmlOf2019, sampleInvoice } from '../factories/invoice-files.ts'
import {
  digitalInvoiceTexts,
  makeDrawnPdf,
  makeFontlessPdf,
  makeInvoicePdf,
  makeOldFormPdf,
} from '../factories/invoice-pdf.ts'
import { buildZip } from '../factories/zip.ts'
import { expectedInvoiceReading, type InvoiceCase, ofdMime, pdfMime, xmlMime } from './case.ts'

const long = { title: '江州市中西医结合示例大药房连锁有限责任公司滨江区江南大道第一百二十八号分店' }
const person = { title: '张三（个人）', taxNo: '' }
const red = {
  amountFen: -12_000,
  number: '26332000000999999999',
  remark: '被红冲蓝字数电发票号码：26332000000123456789 红字发票信息确认单编号：33010026110000123456',
}
const whole = makeTaxXml()
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
  return makeDrawnPdf({}, (page) => {
    page.fontSize(10)
    for (const [at, line] of lines.entries()) page.text(line, 40, 40 + at * 15)
  })
}

export const readInvoices: InvoiceCase[] = [
  {
    name: 'PDF, as the tax bureau draws it',
    mime: pdfMime,
    make: () => makeInvoicePdf(),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, values apart from their labels',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { isApart: true }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, letter by letter',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { isByLetter: true }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, drawn twice to look bold',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { isTwice: true, isApart: true }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, letter by letter and twice',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { isByLetter: true, isTwice: true }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, names in two lines',
    mime: pdfMime,
    make: () => makeInvoicePdf(long, { wrapAt: 22 }),
    reads: expectedInvoiceReading(long),
  },
  {
    name: 'PDF, names in two lines, values apart',
    mime: pdfMime,
    make: () => makeInvoicePdf(long, { wrapAt: 22, isApart: true }),
    reads: expectedInvoiceReading(long),
  },
  {
    name: 'PDF, a person without a tax number',
    mime: pdfMime,
    make: () => makeInvoicePdf(person),
    reads: expectedInvoiceReading(person),
  },
  {
    name: 'PDF, 增值税专用发票',
    mime: pdfMime,
    make: () => makeInvoicePdf({ heading: '电子发票（增值税专用发票）' }),
    reads: { ...expectedInvoiceReading(), kind: '电子发票(增值税专用发票)' },
  },
  {
    name: 'PDF, thousands with a comma and cents',
    mime: pdfMime,
    make: () => makeInvoicePdf({ amountFen: 234_567 }),
    reads: expectedInvoiceReading({ amountFen: 234_567 }),
  },
  {
    name: 'PDF, a red invoice',
    mime: pdfMime,
    make: () => makeInvoicePdf(red),
    reads: { ...expectedInvoiceReading(red), voids: '26332000000123456789' },
  },
  {
    name: 'PDF, application number in its remark',
    mime: pdfMime,
    make: () => makeInvoicePdf({ remark: '申请编号 FP20261120000012' }),
    reads: { ...expectedInvoiceReading(), references: expect.arrayContaining(['FP20261120000012']) },
  },
  {
    name: 'PDF with its XML within',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { attachments: [{ name: 'invoice.xml', content: whole }] }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF of pictures with its XML within',
    mime: pdfMime,
    make: () => makeDrawnPdf({ attachments: [{ name: 'invoice.xml', content: whole }] }, () => {}),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF with its fields as properties',
    mime: pdfMime,
    make: () =>
      makeInvoicePdf(
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
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF with another file within',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { attachments: [{ name: '说明.txt', content: Buffer.from('说明') }] }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF that only forbids changes',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { ownerPassword: 'secret' }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, turned page',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { rotate: 180 }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, page on its side',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { rotate: 90 }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF of two pages of one invoice',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { more: [{}] }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF followed by a list of what was sold',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { more: ['销售货物或者提供应税劳务、服务清单'] }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, 增值税电子普通发票 of the form before',
    mime: pdfMime,
    make: () => makeOldFormPdf(),
    reads: expectedInvoiceReading({ code: '033002600111', number: '12345678' }),
  },
  {
    name: 'PDF of the form before, values apart',
    mime: pdfMime,
    make: () => makeOldFormPdf({}, { isApart: true }),
    reads: expectedInvoiceReading({ code: '033002600111', number: '12345678' }),
  },
  {
    name: 'PDF without its font, codes of Unicode',
    mime: pdfMime,
    make: () => makeFontlessPdf(digitalInvoiceTexts(), 'UniGB-UCS2-H'),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF without its font, codes of GBK',
    mime: pdfMime,
    make: () => makeFontlessPdf(digitalInvoiceTexts(), 'GBK-EUC-H'),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, radicals copied for letters',
    mime: pdfMime,
    make: () => makeFontlessPdf(digitalInvoiceTexts({ title: '江州西湖⼤药房有限公司' }), 'UniGB-UTF16-H'),
    reads: expectedInvoiceReading({ title: '江州西湖⼤药房有限公司' }),
  },
  {
    name: 'PDF with bytes before it and after it',
    mime: pdfMime,
    make: async () => Buffer.concat([await makeInvoicePdf(), Buffer.from('\n\n\0\0')]),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF of the form before, a red invoice',
    mime: pdfMime,
    make: () => makeOldFormPdf({ amountFen: -12_000, remark: '对应正数发票代码：033002600111号码：87654321' }),
    reads: {
      ...expectedInvoiceReading({ code: '033002600111', number: '12345678', amountFen: -12_000 }),
      voids: '87654321',
    },
  },
  {
    name: 'PDF, buyer and seller below each other, by name',
    mime: pdfMime,
    make: () => listPdf(['购买方名称', '购买方税号', '销售方名称', '销售方税号']),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, buyer and seller below each other',
    mime: pdfMime,
    make: () => listPdf(['名称', '纳税人识别号', '名称', '纳税人识别号']),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'PDF, number, day and sum below their heads',
    mime: pdfMime,
    make: () =>
      makeDrawnPdf({}, (page) => {
        const { number, title, seller } = sampleInvoice
        page.fontSize(9)
        const put = (text: string, x: number, y: number) => page.text(text, x, y, { lineBreak: false })
        for (const [at, head] of ['发票号码', '开票日期', '价税合计'].entries()) put(head, 40 + at * 180, 60)
        for (const [at, value] of [number, '2026-11-20', '120.00'].entries()) put(value, 40 + at * 180, 74)
        put(`购买方：${title}`, 40, 110)
        put(`销售方：${seller}`, 320, 110)
      }),
    reads: { ...expectedInvoiceReading(), taxNo: null, sellerTaxNo: null },
  },
  { name: 'OFD by its pages', mime: ofdMime, make: () => makeInvoiceOfd(), reads: expectedInvoiceReading() },
  {
    name: 'OFD by its XML',
    mime: ofdMime,
    make: () => makeInvoiceOfd({}, 'attachment'),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'OFD of nothing but its XML',
    mime: ofdMime,
    make: () =>
      buildZip([
        { name: 'OFD.xml', content: '<OFD/>' },
        { name: 'Doc_0/Attachs/original_invoice.xml', content: makeTaxXml() },
      ]),
    reads: expectedInvoiceReading(),
  },
  { name: 'OFD by its tags', mime: ofdMime, make: () => makeInvoiceOfd({}, 'tags'), reads: expectedInvoiceReading() },
  {
    name: 'OFD of the form of 2019',
    mime: ofdMime,
    make: () => makeInvoiceOfd({ code: '033002600111', number: '12345678' }, 'form of 2019'),
    reads: expectedInvoiceReading({ code: '033002600111', number: '12345678' }),
  },
  { name: 'OFD, a person', mime: ofdMime, make: () => makeInvoiceOfd(person), reads: expectedInvoiceReading(person) },
  {
    name: 'OFD, a red invoice',
    mime: ofdMime,
    make: () => makeInvoiceOfd(red),
    reads: { ...expectedInvoiceReading(red), voids: '26332000000123456789' },
  },
  { name: 'XML of the tax bureau', mime: xmlMime, make: () => whole, reads: expectedInvoiceReading() },
  {
    name: 'XML with its mark of UTF-8',
    mime: xmlMime,
    make: () => Buffer.concat([Buffer.from('\ufeff'), whole]),
    reads: expectedInvoiceReading(),
  },
  { name: 'XML in GBK', mime: xmlMime, make: () => gbkXml(), reads: expectedInvoiceReading({ title: '江州' }) },
  {
    name: 'XML, a name with & and brackets',
    mime: xmlMime,
    make: () => makeTaxXml({ title: '示例<药>&健康（江州）公司' }),
    reads: expectedInvoiceReading({ title: '示例<药>&健康（江州）公司' }),
  },
  {
    name: 'XML in UTF-16',
    mime: xmlMime,
    make: () => Buffer.from(`\ufeff${makeTaxXml()}`, 'utf16le'),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'XML, signs in a name that no database stores',
    mime: xmlMime,
    make: () => Buffer.from(makeTaxXml({ title: '江州NUL药房' }).toString().replace('NUL', '&#0;&#xd800;')),
    reads: expectedInvoiceReading({ title: '江州\ufffd药房' }),
  },
  {
    name: 'XML of the form of 2019',
    mime: xmlMime,
    make: () => Buffer.from(makeXmlOf2019()),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'XML, a red invoice',
    mime: xmlMime,
    make: () => makeTaxXml(red),
    reads: { ...expectedInvoiceReading(red), voids: '26332000000123456789' },
  },
]

function gbkXml(): Buffer {
  const text = makeTaxXml({ title: 'BUYER', seller: 'SELLER' }).toString().replace('UTF-8', 'GBK')
  const ascii = text.replace(/[^ -~\n]/g, '')
  const hex = Buffer.from(ascii).toString('hex')
  const named = (name: string, bytes: string) => (all: string) => all.replace(Buffer.from(name).toString('hex'), bytes)
  const buyer = named('BUYER', 'bdadd6dd')
  const seller = named('SELLER', 'bdadc4cfcaa1d6b4d2b5d2a9caa6d0adbbe1')
  return Buffer.from(seller(buyer(hex)), 'hex')
}
