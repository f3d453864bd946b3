import { expect } from 'vitest'
import { inWords, taxXml } from '../factories/invoice-files.ts'
import { zipOf } from '../factories/zip.ts'
import { type InvoiceCase, ofd, pdf, right, xml } from './case.ts'

import { detailed, digitalForm, laid, old, type Put, specialForm, swapped } from './forms.ts'

const spaced = { title: 'Jiang Zhou Pharmacy Co., Ltd.' }
const han = { title: '江州 示例 大药房（滨江） 有限公司' }
const fullWidth = { title: '江州ＡＢＣ大药房有限公司' }
const half = { title: '江州大药房(滨江)有限公司' }
const huge = { amountFen: 123_456_789 }
const hugeWords = '壹佰贰拾叁万肆仟伍佰陆拾柒圆捌角玖分'

/** An XML whose names have a prefix and whose fields say it in other words. */
const prefixed = taxXml()
  .toString()
  .replace(/<(\/?)(?=[A-Za-z])/g, '<$1fp:')
  .replace('<fp:EInvoice>', '<fp:EInvoice xmlns:fp="http://www.chinatax.gov.cn/dzfp" version="1">')

const ofdPages = (objects: string) =>
  zipOf([
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

/** Each text in several codes, one for a word, as some makers of OFD cut them. */
const ofdObjects = (puts: readonly Put[]) =>
  puts
    .map(([text, x, y, size = 9], id) => {
      const letters = [...text]
      const codes = letters
        .map((letter, at) => {
          const before = letters
            .slice(0, at)
            .reduce((sum, one) => sum + (one > '\u2e7f' ? 1 : 0.6), 0)
          return `<TextCode X="${before * size * 0.35}" Y="3">${letter.replace('<', '&lt;').replace('&', '&amp;')}</TextCode>`
        })
        .join('')
      return `<TextObject ID="${id + 10}" Boundary="${x * 0.35} ${y * 0.35} 80 5" Font="1" Size="${size * 0.35}">${codes}</TextObject>`
    })
    .join('')

export const layoutInvoices: InvoiceCase[] = [
  {
    name: '增值税专用发票 of a machine',
    mime: pdf,
    make: () => laid(specialForm()),
    reads: right(old),
  },
  {
    name: '增值税专用发票, letter by letter',
    mime: pdf,
    make: () => laid(specialForm(), { isByLetter: true }),
    reads: right(old),
  },
  {
    name: '增值税专用发票, red',
    mime: pdf,
    make: () =>
      laid(
        specialForm({
          amountFen: -12_000,
          remark: '开具红字增值税专用发票信息表编号3301002611000001',
        }),
      ),
    reads: right({ ...old, amountFen: -12_000 }),
  },
  {
    name: 'code of 12 digits and number of 8, in half-width brackets and colons',
    mime: pdf,
    make: () =>
      laid(
        specialForm({ code: '033002600111' }).map(([text, ...place]) => [
          text.replaceAll('（', '(').replaceAll('）', ')').replaceAll('：', ':'),
          ...place,
        ]),
      ),
    reads: right({ ...old, code: '033002600111' }),
  },
  {
    name: 'written from the bottom to the top',
    mime: pdf,
    make: () => laid(digitalForm(), { turn: -1 }),
    reads: right(),
  },
  {
    name: 'seller at the left, buyer at the right',
    mime: pdf,
    make: () => laid(swapped()),
    reads: right(),
  },
  {
    name: 'three pages with a list and subtotals',
    mime: pdf,
    make: () => detailed(),
    reads: right(),
  },
  { name: 'a Latin name', mime: pdf, make: () => laid(digitalForm(spaced)), reads: right(spaced) },
  {
    name: 'a name with spaces between its words',
    mime: pdf,
    make: () => laid(digitalForm(han)),
    reads: right({ title: '江州示例大药房（滨江）有限公司' }),
  },
  {
    name: 'a name with full-width letters',
    mime: pdf,
    make: () => laid(digitalForm(fullWidth)),
    reads: right(fullWidth),
  },
  {
    name: 'a name with half-width brackets',
    mime: pdf,
    make: () => laid(digitalForm(half)),
    reads: right(half),
  },
  {
    name: 'colons of ASCII',
    mime: pdf,
    make: () => laid(digitalForm({}, { '：': ':', '（': '(', '）': ')' })),
    reads: right(),
  },
  {
    name: 'no colons after its labels',
    mime: pdf,
    make: () => laid(digitalForm({}, { '发票号码：': '发票号码 ', '开票日期：': '开票日期 ' })),
    reads: right(),
  },
  {
    name: 'above a million, with commas',
    mime: pdf,
    make: () =>
      laid(
        digitalForm(huge, { [inWords(huge.amountFen)]: hugeWords, '1234567.89': '1,234,567.89' }),
      ),
    reads: right(huge),
  },
  {
    name: 'the sum as CNY',
    mime: pdf,
    make: () => laid(digitalForm({}, { '（小写）¥': '（小写）CNY ' })),
    reads: right(),
  },
  {
    name: 'the sum followed by 元',
    mime: pdf,
    make: () => laid(digitalForm({}, { '¥120.00': '120.00元' })),
    reads: right(),
  },
  {
    name: 'words of the sum with 元 and 正',
    mime: pdf,
    make: () => laid(digitalForm({}, { 圆整: '元正' })),
    reads: right(),
  },
  {
    name: 'a remark with the number of another invoice and of an order',
    mime: pdf,
    make: () =>
      laid(
        digitalForm({
          remark: '订单号:20261120000001ABCD1234;合同编号:HT-2026-11;电话:0571-88886666',
        }),
      ),
    reads: { ...right(), references: expect.arrayContaining(['20261120000001ABCD1234']) },
  },
  {
    name: 'a remark that names buyer and seller',
    mime: pdf,
    make: () =>
      laid(
        digitalForm({
          remark:
            '购买方地址:江州市中山路1号; 购方开户银行:工商银行江州支行; 银行账号:1202020209900001234;',
        }),
      ),
    reads: right(),
  },
  {
    name: 'a remark that says 名称',
    mime: pdf,
    make: () => laid(digitalForm({ remark: '项目名称：2026年继续教育；客户名称：李四' })),
    reads: right(),
  },
  {
    name: 'a person without a tax number, the seller with one',
    mime: pdf,
    make: () => laid(digitalForm({ title: '欧阳娜娜', taxNo: '' })),
    reads: right({ title: '欧阳娜娜', taxNo: '' }),
  },
  {
    name: 'a person with an identity number',
    mime: pdf,
    make: () => laid(digitalForm({ title: '买买提·艾力', taxNo: '11010519491231002X' })),
    reads: right({ title: '买买提·艾力', taxNo: '11010519491231002X' }),
  },
  {
    name: 'a red one with its line of the blue number',
    mime: pdf,
    make: () =>
      laid(
        digitalForm({
          amountFen: -12_000,
          number: '26332000000888888888',
          remark:
            '被红冲蓝字数电票号码：26332000000123456789；红字确认单编号：33010026110000123456',
        }),
      ),
    reads: {
      ...right({ amountFen: -12_000, number: '26332000000888888888' }),
      voids: '26332000000123456789',
    },
  },
  {
    name: '（负数） before the words of a red sum',
    mime: pdf,
    make: () =>
      laid(digitalForm({ amountFen: -12_000 }, { 负壹佰: '（负数）壹佰', '¥-120.00': '-¥120.00' })),
    reads: right({ amountFen: -12_000 }),
  },
  {
    name: 'XML with a prefix before each name',
    mime: xml,
    make: () => Buffer.from(prefixed),
    reads: right(),
  },
  {
    name: 'XML with comments, CDATA and empty elements',
    mime: xml,
    make: () =>
      Buffer.from(
        taxXml()
          .toString()
          .replace('<BuyerName>', '<BuyerAddr/><!-- a > b --><BuyerName><![CDATA[')
          .replace('</BuyerName>', ']]></BuyerName>'),
      ),
    reads: right(),
  },
  {
    name: 'XML with an attribute that holds >',
    mime: xml,
    make: () => Buffer.from(taxXml().toString().replace('<EInvoice>', '<EInvoice note="a > b">')),
    reads: right(),
  },
  {
    name: 'XML with spaces and lines around its values',
    mime: xml,
    make: () =>
      Buffer.from(
        taxXml()
          .toString()
          .replace(/>([^<>\s][^<>]*)</g, '>\n    $1\n  <'),
      ),
    reads: right(),
  },
  {
    name: 'OFD without prefixes, paths from the root, letter by letter',
    mime: ofd,
    make: () => ofdPages(ofdObjects(digitalForm())),
    reads: right(),
  },
  {
    name: 'OFD of an old 增值税专用发票',
    mime: ofd,
    make: () => ofdPages(ofdObjects(specialForm())),
    reads: right(old),
  },
]
