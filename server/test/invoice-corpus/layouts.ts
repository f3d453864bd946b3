import { expect } from 'vitest'
import {
  inWords,
  type MadeInvoice,
  sampleInvoice,
  taxXml,
  yuan,
} from '../factories/invoice-files.ts'
import { drawnPdf } from '../factories/invoice-pdf.ts'
import { zipOf } from '../factories/zip.ts'
import { type InvoiceCase, ofd, pdf, right, xml } from './case.ts'

/** A text, and where it stands in points from the top left; a size of letters where it is not the usual one. */
type Put = readonly [text: string, x: number, y: number, size?: number]

/** Draws texts, each at its place; `turn` gives the order in which they are written. */
function laid(puts: readonly Put[], { isByLetter = false, turn = 1 } = {}): Promise<Buffer> {
  return drawnPdf({}, (page) => {
    for (const [text, x, y, size = 9] of turn < 0 ? puts.toReversed() : puts) {
      page.fontSize(size)
      let at = x
      for (const part of isByLetter ? text : [text]) {
        page.text(part, at, y, { lineBreak: false })
        at += page.widthOfString(part)
      }
    }
  })
}

const old = { code: '3300261130', number: '01234567' }

/** 增值税专用发票 as a tax-control machine printed it: two columns of numbers at its top, the buyer above, the seller below. */
function specialForm(given: Partial<MadeInvoice> = {}): Put[] {
  const one = { ...sampleInvoice, ...old, ...given }
  const net = Math.round(one.amountFen / 1.06)
  return [
    [one.code ?? '', 40, 20, 12],
    ['浙江增值税专用发票', 220, 20, 16],
    [`№ ${one.number}`, 440, 20, 14],
    [`发票代码：${one.code}`, 430, 38],
    [`发票号码：${one.number}`, 430, 50],
    [`开票日期：2026 年 11 月 20 日`, 430, 62],
    ['购', 22, 85],
    ['买', 22, 100],
    ['方', 22, 115],
    [`名　　　　称：${one.title}`, 38, 85],
    [`纳税人识别号：${one.taxNo}`, 38, 98],
    ['地 址 、电 话：江州市中山路1号 0571-88886666', 38, 111],
    ['开户行及账号：工商银行江州支行 1202020209900001234', 38, 124],
    ['密', 340, 85],
    ['码', 340, 100],
    ['区', 340, 115],
    ['5<*3-+/8>27*1<0364>9+/2-7', 360, 85],
    ['0*9<83+-62/>417*5<8+-31*6', 360, 98],
    ['货物或应税劳务、服务名称', 38, 145],
    ['规格型号', 200, 145],
    ['*非学历教育服务*培训费', 38, 160],
    [yuan(net), 400, 160],
    ['合　　计', 60, 240],
    [`￥${yuan(net)}`, 400, 240],
    [`￥${yuan(one.amountFen - net)}`, 520, 240],
    ['价税合计（大写）', 38, 260],
    [`ⓧ${inWords(one.amountFen)}`, 160, 260],
    [`（小写）￥${yuan(one.amountFen)}`, 430, 260],
    ['销', 22, 285],
    ['售', 22, 300],
    ['方', 22, 315],
    [`名　　　　称：${one.seller}`, 38, 285],
    [`纳税人识别号：${one.sellerTaxNo}`, 38, 298],
    ['地 址 、电 话：江州市文三路2号 0571-66668888', 38, 311],
    ['开户行及账号：建设银行江州支行 3305016164350000', 38, 324],
    ['备', 340, 285],
    ['注', 340, 315],
    [one.remark, 360, 285],
    ['收款人：李出纳', 38, 350],
    ['复核：赵主管', 180, 350],
    ['开票人：王会计', 300, 350],
    ['销售方：（章）', 440, 350],
  ]
}

/** A fully digital invoice; what a test wants otherwise in its place. */
function digitalForm(
  given: Partial<MadeInvoice> = {},
  changed: Record<string, string> = {},
): Put[] {
  const one = { ...sampleInvoice, ...given }
  const puts: Put[] = [
    [one.heading, 215, 28, 16],
    [`发票号码：${one.number}`, 430, 30],
    ['开票日期：2026年11月20日', 430, 46],
    [`名称：${one.title}`, 38, 88],
    [`名称：${one.seller}`, 326, 88],
    [`统一社会信用代码/纳税人识别号：${one.taxNo}`, 38, 130],
    [`统一社会信用代码/纳税人识别号：${one.sellerTaxNo}`, 326, 130],
    ['项目名称', 38, 155],
    ['*非学历教育服务*培训费', 38, 172],
    ['价税合计（大写）', 38, 282],
    [inWords(one.amountFen), 170, 282],
    [`（小写）¥${yuan(one.amountFen)}`, 400, 282],
    [one.remark, 60, 310],
    ['开票人：王会计', 60, 372],
  ]
  return puts.map(([text, ...place]) => [
    Object.entries(changed).reduce((all, [from, to]) => all.replaceAll(from, to), text),
    ...place,
  ])
}

/** Buyer and seller the other way round: the seller at the left. */
function swapped(): Put[] {
  const { title, taxNo, seller, sellerTaxNo } = sampleInvoice
  return [
    ...digitalForm().filter(([text]) => !/^名称|^统一/.test(text)),
    ['销', 22, 84],
    ['售', 22, 98],
    ['方', 22, 112],
    ['信', 22, 126],
    ['息', 22, 140],
    [`名称：${seller}`, 38, 88],
    [`统一社会信用代码/纳税人识别号：${sellerTaxNo}`, 38, 130],
    ['购', 310, 84],
    ['买', 310, 98],
    ['方', 310, 112],
    ['信', 310, 126],
    ['息', 310, 140],
    [`名称：${title}`, 326, 88],
    [`统一社会信用代码/纳税人识别号：${taxNo}`, 326, 130],
  ]
}

/** A page of what was sold, with the head of the invoice again. */
function detailed(): Promise<Buffer> {
  return drawnPdf({}, (page) => {
    const put = (puts: readonly Put[]) => {
      for (const [text, x, y, size = 9] of puts)
        page.fontSize(size).text(text, x, y, { lineBreak: false })
    }
    const head = digitalForm().slice(0, 7)
    put([...head, ['共3页 第1页', 300, 50], ['小计 ¥80.00 ¥2.40', 40, 300]])
    page.addPage()
    put([
      ...head,
      ['共3页 第2页', 300, 50],
      ['*培训*费用', 40, 180],
      ['小计 ¥36.50 ¥1.10', 40, 300],
    ])
    page.addPage()
    put([...digitalForm(), ['共3页 第3页', 300, 50]])
  })
}

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
