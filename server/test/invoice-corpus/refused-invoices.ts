import { makeInvoiceOfd, makeTaxXml } from '../factories/invoice-files.ts'
import {
  buildPdf,
  digitalInvoiceTexts,
  makeDrawnPdf,
  makeFontlessPdf,
  makeInvoicePdf,
} from '../factories/invoice-pdf.ts'
import { type InvoiceCase, ofdMime, pdfMime, xmlMime } from './case.ts'

const whole = makeTaxXml()
const picture = `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nA\nendstream`

const cut = async (share: number) => {
  const file = await makeInvoicePdf()
  return file.subarray(0, Math.floor(file.length * share))
}

export const refusedInvoices: InvoiceCase[] = [
  {
    name: 'PDF cut off in its middle',
    mime: pdfMime,
    make: () => cut(0.5),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'PDF cut off near its end',
    mime: pdfMime,
    make: () => cut(0.97),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'PDF cut off, then ended by somebody',
    mime: pdfMime,
    make: async () => Buffer.concat([await cut(0.6), Buffer.from('\nstartxref\n999999\n%%EOF\n')]),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'PDF of nothing but its mark',
    mime: pdfMime,
    make: () => Buffer.from('%PDF-1.7\n%%EOF\n'),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'PDF that a password opens',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { userPassword: 'secret' }),
    problem: 'LOCKED',
    says: '密码',
  },
  {
    name: 'PDF of a picture',
    mime: pdfMime,
    make: () =>
      buildPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 610 394] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
        '<< /Length 30 >>\nstream\nq 600 0 0 380 0 0 cm /I Do Q   \nendstream',
        picture,
      ]),
    problem: 'NO_TEXT',
    says: '图片',
  },
  {
    name: 'PDF of a contract',
    mime: pdfMime,
    make: () => makeDrawnPdf({}, (page) => page.text('培训服务合同 甲方 乙方 第一条 开具发票', 40, 40)),
    problem: 'NOT_INVOICE',
    says: '没有发票',
  },
  {
    name: 'PDF of two invoices',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { more: [{ number: '26332000000123456700' }] }),
    problem: 'SEVERAL',
    says: '不止一张',
  },
  {
    name: 'PDF whose figures were changed',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { printed: { amountFen: 1_200_000, words: '壹佰贰拾圆整' } }),
    problem: 'CONTRADICTS',
    says: '价税合计',
  },
  {
    name: 'PDF whose print says another sum than its XML',
    mime: pdfMime,
    make: () =>
      makeInvoicePdf({}, { attachments: [{ name: 'a.xml', content: whole }], printed: { amountFen: 24_000 } }),
    problem: 'CONTRADICTS',
    says: '¥240.00',
  },
  {
    name: 'PDF whose print says another buyer than its XML',
    mime: pdfMime,
    make: () =>
      makeInvoicePdf(
        {},
        {
          attachments: [{ name: 'a.xml', content: whole }],
          printed: { title: '别家药房有限公司' },
        },
      ),
    problem: 'CONTRADICTS',
    says: '购买方名称',
  },
  {
    name: 'PDF whose print says another number than its properties',
    mime: pdfMime,
    make: () => makeInvoicePdf({}, { properties: { InvoiceNumber: '26332000000123456788' } }),
    problem: 'CONTRADICTS',
    says: '发票号码',
  },
  {
    name: 'PDF without its sum',
    mime: pdfMime,
    make: () =>
      makeFontlessPdf(
        digitalInvoiceTexts().filter(([text]) => !text.includes('小写') && !text.includes('大写')),
        'UniGB-UCS2-H',
      ),
    problem: 'INCOMPLETE',
    says: '价税合计',
  },
  {
    name: 'OFD cut off',
    mime: ofdMime,
    make: () => makeInvoiceOfd().subarray(0, 1500),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'OFD whose entries are locked',
    mime: ofdMime,
    make: () => makeInvoiceOfd({}, 'pages', [{ name: 'Doc_0/a.xml', content: 'x', encrypted: true }]),
    problem: 'LOCKED',
    says: '密码',
  },
  {
    name: 'OFD that lists what it encrypts',
    mime: ofdMime,
    make: () => makeInvoiceOfd({}, 'pages', [{ name: 'Encryptions.xml', content: '<a/>' }]),
    problem: 'LOCKED',
    says: '密码',
  },
  {
    name: 'OFD without its pages',
    mime: ofdMime,
    make: () => makeInvoiceOfd({}, 'pages').subarray(0, 0),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'OFD whose pages are of pictures',
    mime: ofdMime,
    make: () => makeInvoiceOfd({}, 'pictures'),
    problem: 'NO_TEXT',
    says: '图片',
  },
  {
    name: 'OFD whose XML says another sum than its pages',
    mime: ofdMime,
    make: () =>
      makeInvoiceOfd({ amountFen: 36_000 }, 'pages', [{ name: 'Doc_0/Attachs/original_invoice.xml', content: whole }]),
    problem: 'CONTRADICTS',
    says: '价税合计',
  },
  {
    name: 'XML cut off',
    mime: xmlMime,
    make: () => whole.subarray(0, 900),
    problem: 'DAMAGED',
    says: '不完整',
  },
  {
    name: 'XML that declares entities',
    mime: xmlMime,
    make: () => Buffer.from(`<!DOCTYPE a [<!ENTITY b "c">]>${whole}`),
    problem: 'DAMAGED',
  },
  {
    name: 'XML of something else',
    mime: xmlMime,
    make: () => Buffer.from('<Order><Title>培训</Title></Order>'),
    problem: 'NOT_INVOICE',
    says: '没有发票',
  },
  {
    name: 'XML of two invoices',
    mime: xmlMime,
    make: () =>
      Buffer.from(
        `<List>${whole.toString().replace(/<\?xml[^>]*>/, '')}${makeTaxXml({
          number: '26332000000123456700',
        })
          .toString()
          .replace(/<\?xml[^>]*>/, '')}</List>`,
      ),
    problem: 'SEVERAL',
    says: '不止一张',
  },
]
