import { expect } from 'vitest'
import { makeTaxXml, toChineseAmount } from '../factories/invoice-files.ts'
import { buildZip } from '../factories/zip.ts'
import { expectedInvoiceReading, type InvoiceCase, ofdMime, pdfMime, xmlMime } from './case.ts'

import {
  digitalInvoiceForm,
  drawPlacedTexts,
  makeDetailedInvoice,
  oldFormNumbers,
  type PlacedText,
  specialInvoiceForm,
  swappedInvoiceForm,
} from './forms.ts'

const spaced = { title: 'Jiang Zhou Pharmacy Co., Ltd.' }
const han = { title: '江州 示例 大药房（滨江） 有限公司' }
const fullWidth = { title: '江州ＡＢＣ大药房有限公司' }
const half = { title: '江州大药房(滨江)有限公司' }
const huge = { amountFen: 123_456_789 }
const hugeWords = '壹佰贰拾叁万肆仟伍佰陆拾柒圆捌角玖分'

const prefixed = makeTaxXml()
  .toString()
  .replace(/<(\/?)(?=[A-Za-z])/g, '<$1fp:')
  .replace('<fp:EInvoice>', '<fp:EInvoice xmlns:fp="http://www.chinatax.gov.cn/dzfp" version="1">')

const ofdPages = (objects: string) =>
  buildZip([
    {
      name: 'OFD.xml',
      content:
        '<?xml version="1.0" encoding="UTF-8"?>\n<OFD xmlns="http://www.ofdspec.org/2016"><DocBody><DocInfo><DocID>1</DocID></DocInfo><DocRoot>/Doc_0/Document.xml</DocRoot></DocBody></OFD>',
    },
    {
      name: 'Doc_0/Document.xml',
      content:
        '<Document xmlns="http://www.ofdspec.org/2016"><CommonData/><Pages><Page ID="1" BaseLoc="/Doc_0/Pages/Page_0/Content.xml"/></Pages></Document>',
    },
    {
      name: 'Doc_0/Pages/Page_0/Content.xml',
      content: `<Page xmlns="http://www.ofdspec.org/2016"><Content><Layer ID="1">${objects}</Layer></Content></Page>`,
    },
  ])

/** Some OFD programs write one text object per word. */
const ofdObjects = (puts: readonly PlacedText[]) =>
  puts
    .map(([text, x, y, size = 9], id) => {
      const letters = [...text]
      const codes = letters
        .map((letter, at) => {
          const before = letters.slice(0, at).reduce((sum, one) => sum + (one > '\u2e7f' ? 1 : 0.6), 0)
          return `<TextCode X="${before * size * 0.35}" Y="3">${letter.replace('<', '&lt;').replace('&', '&amp;')}</TextCode>`
        })
        .join('')
      return `<TextObject ID="${id + 10}" Boundary="${x * 0.35} ${y * 0.35} 80 5" Font="1" Size="${size * 0.35}">${codes}</TextObject>`
    })
    .join('')

export const layoutInvoices: InvoiceCase[] = [
  {
    name: '增值税专用发票 of a machine',
    mime: pdfMime,
    make: () => drawPlacedTexts(specialInvoiceForm()),
    reads: expectedInvoiceReading(oldFormNumbers),
  },
  {
    name: '增值税专用发票, letter by letter',
    mime: pdfMime,
    make: () => drawPlacedTexts(specialInvoiceForm(), { isByLetter: true }),
    reads: expectedInvoiceReading(oldFormNumbers),
  },
  {
    name: '增值税专用发票, red',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(
        specialInvoiceForm({
          amountFen: -12_000,
          remark: '开具红字增值税专用发票信息表编号3301002611000001',
        }),
      ),
    reads: expectedInvoiceReading({ ...oldFormNumbers, amountFen: -12_000 }),
  },
  {
    name: 'code of 12 digits and number of 8, in half-width brackets and colons',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(
        specialInvoiceForm({ code: '033002600111' }).map(([text, ...place]) => [
          text.replaceAll('（', '(').replaceAll('）', ')').replaceAll('：', ':'),
          ...place,
        ]),
      ),
    reads: expectedInvoiceReading({ ...oldFormNumbers, code: '033002600111' }),
  },
  {
    name: 'written from the bottom to the top',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm(), { turn: -1 }),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'seller at the left, buyer at the right',
    mime: pdfMime,
    make: () => drawPlacedTexts(swappedInvoiceForm()),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'three pages with a list and subtotals',
    mime: pdfMime,
    make: () => makeDetailedInvoice(),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'a Latin name',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm(spaced)),
    reads: expectedInvoiceReading(spaced),
  },
  {
    name: 'a name with spaces between its words',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm(han)),
    reads: expectedInvoiceReading({ title: '江州示例大药房（滨江）有限公司' }),
  },
  {
    name: 'a name with full-width letters',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm(fullWidth)),
    reads: expectedInvoiceReading(fullWidth),
  },
  {
    name: 'a name with half-width brackets',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm(half)),
    reads: expectedInvoiceReading(half),
  },
  {
    name: 'colons of ASCII',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({}, { '：': ':', '（': '(', '）': ')' })),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'no colons after its labels',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({}, { '发票号码：': '发票号码 ', '开票日期：': '开票日期 ' })),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'above a million, with commas',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(
        digitalInvoiceForm(huge, { [toChineseAmount(huge.amountFen)]: hugeWords, '1234567.89': '1,234,567.89' }),
      ),
    reads: expectedInvoiceReading(huge),
  },
  {
    name: 'the sum as CNY',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({}, { '（小写）¥': '（小写）CNY ' })),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'the sum followed by 元',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({}, { '¥120.00': '120.00元' })),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'words of the sum with 元 and 正',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({}, { 圆整: '元正' })),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'a remark with the number of another invoice and of an order',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(
        digitalInvoiceForm({
          remark: '订单号:20261120000001ABCD1234;合同编号:HT-2026-11;电话:0571-88886666',
        }),
      ),
    reads: { ...expectedInvoiceReading(), references: expect.arrayContaining(['20261120000001ABCD1234']) },
  },
  {
    name: 'a remark that names buyer and seller',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(
        digitalInvoiceForm({
          remark: '购买方地址:江州市中山路1号; 购方开户银行:工商银行江州支行; 银行账号:1202020209900001234;',
        }),
      ),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'a remark that says 名称',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({ remark: '项目名称：2026年继续教育；客户名称：李四' })),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'a person without a tax number, the seller with one',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({ title: '欧阳娜娜', taxNo: '' })),
    reads: expectedInvoiceReading({ title: '欧阳娜娜', taxNo: '' }),
  },
  {
    name: 'a person with an identity number',
    mime: pdfMime,
    make: () => drawPlacedTexts(digitalInvoiceForm({ title: '买买提·艾力', taxNo: '11010519491231002X' })),
    reads: expectedInvoiceReading({ title: '买买提·艾力', taxNo: '11010519491231002X' }),
  },
  {
    name: 'a red one with its line of the blue number',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(
        digitalInvoiceForm({
          amountFen: -12_000,
          number: '26332000000888888888',
          remark: '被红冲蓝字数电票号码：26332000000123456789；红字确认单编号：33010026110000123456',
        }),
      ),
    reads: {
      ...expectedInvoiceReading({ amountFen: -12_000, number: '26332000000888888888' }),
      voids: '26332000000123456789',
    },
  },
  {
    name: '（负数） before the words of a red sum',
    mime: pdfMime,
    make: () =>
      drawPlacedTexts(digitalInvoiceForm({ amountFen: -12_000 }, { 负壹佰: '（负数）壹佰', '¥-120.00': '-¥120.00' })),
    reads: expectedInvoiceReading({ amountFen: -12_000 }),
  },
  {
    name: 'XML with a prefix before each name',
    mime: xmlMime,
    make: () => Buffer.from(prefixed),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'XML with comments, CDATA and empty elements',
    mime: xmlMime,
    make: () =>
      Buffer.from(
        makeTaxXml()
          .toString()
          .replace('<BuyerName>', '<BuyerAddr/><!-- a > b --><BuyerName><![CDATA[')
          .replace('</BuyerName>', ']]></BuyerName>'),
      ),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'XML with an attribute that holds >',
    mime: xmlMime,
    make: () => Buffer.from(makeTaxXml().toString().replace('<EInvoice>', '<EInvoice note="a > b">')),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'XML with spaces and lines around its values',
    mime: xmlMime,
    make: () =>
      Buffer.from(
        makeTaxXml()
          .toString()
          .replace(/>([^<>\s][^<>]*)</g, '>\n    $1\n  <'),
      ),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'OFD without prefixes, paths from the root, letter by letter',
    mime: ofdMime,
    make: () => ofdPages(ofdObjects(digitalInvoiceForm())),
    reads: expectedInvoiceReading(),
  },
  {
    name: 'OFD of an old 增值税专用发票',
    mime: ofdMime,
    make: () => ofdPages(ofdObjects(specialInvoiceForm())),
    reads: expectedInvoiceReading(oldFormNumbers),
  },
]
