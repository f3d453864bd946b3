import { buildZip } from './zip.ts'

export interface TestInvoice {
  heading: string
  /** Invoice code of older invoice forms; null for fully digital invoices. */
  code: string | null
  number: string
  /** YYYY-MM-DD. */
  date: string
  title: string
  taxNo: string
  seller: string
  sellerTaxNo: string
  amountFen: number
  remark: string
}

export const sampleInvoice: TestInvoice = {
  heading: '电子发票（普通发票）',
  code: null,
  number: '26332000000123456789',
  date: '2026-11-20',
  title: '江州示例大药房连锁有限公司',
  taxNo: '91350100M000100Y43',
  seller: '江南省执业药师协会',
  sellerTaxNo: '51330000500012345U',
  amountFen: 12_000,
  remark: '',
}

export const fenToTwoDecimals = (fen: number) => (fen / 100).toFixed(2)
export const toChineseDate = (date: string) => {
  const [year, month, day] = date.split('-')
  return `${year}年${month}月${day}日`
}

const figures = '零壹贰叁肆伍陆柒捌玖'

export function toChineseAmount(fen: number): string {
  const yuans = Math.floor(Math.abs(fen) / 100)
  const parts = [...String(yuans)].map((digit, at, all) => {
    const unit = ['', '拾', '佰', '仟'][all.length - 1 - at] ?? ''
    return digit === '0' ? '零' : (figures[Number(digit)] ?? '') + unit
  })
  const words = parts.join('').replace(/零+/g, '零').replace(/零$/, '')
  const cents = Math.abs(fen) % 100
  const jiao = Math.floor(cents / 10)
  const tail =
    cents === 0 ? '整' : `${jiao ? `${figures[jiao]}角` : '零'}${cents % 10 ? `${figures[cents % 10]}分` : '整'}`
  return `${fen < 0 ? '负' : ''}${words || '零'}圆${tail}`
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function makeTaxXml(given: Partial<TestInvoice> = {}): Buffer {
  const invoice = { ...sampleInvoice, ...given }
  const net = Math.round(invoice.amountFen / 1.03)
  const values: Record<string, string> = {}
  for (const [key, value] of Object.entries(invoice)) values[key] = escaped(String(value ?? ''))
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><Header><EIid>${values.number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag><Version>0.2</Version><InherentLabel>
<InIssuType><LabelCode>Y</LabelCode><LabelName>是否蓝字发票标志</LabelName></InIssuType><EInvoiceType><LabelCode>02</LabelCode>
<LabelName>数电票（普通发票）</LabelName></EInvoiceType></InherentLabel></Header><EInvoiceData><SellerInformation>
<SellerIdNum>${values.sellerTaxNo}</SellerIdNum><SellerName>${values.seller}</SellerName></SellerInformation><BuyerInformation>
<BuyerIdNum>${values.taxNo}</BuyerIdNum><BuyerName>${values.title}</BuyerName></BuyerInformation><BasicInformation>
<TotalAmWithoutTax>${fenToTwoDecimals(net)}</TotalAmWithoutTax><TotalTaxAm>${fenToTwoDecimals(invoice.amountFen - net)}</TotalTaxAm>
<TotalTax-includedAmount>${fenToTwoDecimals(invoice.amountFen)}</TotalTax-includedAmount>
<TotalTax-includedAmountInChinese>${toChineseAmount(invoice.amountFen)}</TotalTax-includedAmountInChinese><Drawer>王会计</Drawer>
<RequestTime>${invoice.date} 10:20:30</RequestTime></BasicInformation><IssuItemInformation><ItemName>*非学历教育服务*培训费</ItemName>
<Amount>${fenToTwoDecimals(net)}</Amount></IssuItemInformation><AdditionalInformation><Remark>${values.remark}</Remark></AdditionalInformation>
</EInvoiceData><TaxSupervisionInfo><InvoiceNumber>${values.number}</InvoiceNumber><IssueTime>${invoice.date} 10:20:31</IssueTime>
<TaxBureauCode>13300000000</TaxBureauCode></TaxSupervisionInfo></EInvoice>`)
}

export type OfdStyle = 'pages' | 'attachment' | 'tags' | 'form of 2019' | 'pictures'

export function makeInvoiceOfd(
  given: Partial<TestInvoice> = {},
  style: OfdStyle = 'pages',
  more: Parameters<typeof buildZip>[0] = [],
): Buffer {
  const invoice = { ...sampleInvoice, ...given }
  const [labels, values] = ofdTexts(invoice)
  const isPrinted = style === 'pages' || style === 'tags'
  const page = (objects: string, template = '') =>
    `<?xml version="1.0" encoding="UTF-8"?><ofd:Page xmlns:ofd="http://www.ofdspec.org/2016">${template}<ofd:Content><ofd:Layer ID="3">${objects}</ofd:Layer></ofd:Content></ofd:Page>`
  const entries = [
    {
      name: 'OFD.xml',
      content:
        '<?xml version="1.0" encoding="UTF-8"?><ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016" Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>',
    },
    {
      name: 'Doc_0/Document.xml',
      content:
        '<ofd:Document xmlns:ofd="http://www.ofdspec.org/2016"><ofd:CommonData><ofd:TemplatePage ID="2" BaseLoc="Tpls/Tpl_0/Content.xml"/></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>',
    },
    {
      name: 'Doc_0/Tpls/Tpl_0/Content.xml',
      content: page(isPrinted && style !== 'tags' ? labels : ''),
    },
    {
      name: 'Doc_0/Pages/Page_0/Content.xml',
      content: page(isPrinted ? values : '', '<ofd:Template TemplateID="2"/>'),
    },
  ]
  if (style === 'attachment')
    entries.push({
      name: 'Doc_0/Attachs/original_invoice.xml',
      content: makeTaxXml(invoice).toString(),
    })
  if (style === 'form of 2019')
    entries.push({ name: 'Doc_0/Attachs/original_invoice.xml', content: makeXmlOf2019(invoice) })
  if (style === 'tags') entries.push({ name: 'Doc_0/Tags/CustomTag.xml', content: customTag })
  return buildZip([...entries, ...more])
}

function ofdTexts(invoice: TestInvoice): [string, string] {
  const object = (id: number, text: string, x: number, y: number) => {
    const spread = [...text]
      .slice(1)
      .map((letter) => (letter > '\u2e7f' ? '3.2' : '1.8'))
      .join(' ')
    return `<ofd:TextObject ID="${id}" Boundary="${x} ${y} 90 5" Font="9" Size="3.2"><ofd:TextCode X="0" Y="3.4" DeltaX="${spread}">${escaped(text)}</ofd:TextCode></ofd:TextObject>`
  }
  const labels = [
    object(10, '发票号码：', 140, 8),
    object(11, '开票日期：', 140, 14),
    object(12, '名称：', 12, 28),
    object(13, '名称：', 112, 28),
    object(14, '统一社会信用代码/纳税人识别号：', 12, 42),
    object(15, '统一社会信用代码/纳税人识别号：', 112, 42),
    object(16, '价税合计（大写）', 12, 96),
    object(17, '（小写）', 132, 96),
    object(18, '购', 8, 28),
    object(19, '销', 108, 28),
  ]
  const values = [
    object(30, invoice.heading, 75, 6),
    object(31, invoice.number, 158, 8),
    object(32, toChineseDate(invoice.date), 158, 14),
    object(33, invoice.title, 24, 28),
    object(34, invoice.seller, 124, 28),
    object(35, invoice.taxNo, 64, 42),
    object(36, invoice.sellerTaxNo, 164, 42),
    object(37, toChineseAmount(invoice.amountFen), 52, 96),
    object(38, `¥${fenToTwoDecimals(invoice.amountFen)}`, 148, 96),
    object(39, invoice.remark, 20, 110),
  ]
  return [labels.join(''), values.join('')]
}

const reference = (name: string, id: number) =>
  `<fp:${name}><fp:ObjectRef PageRef="1">${id}</fp:ObjectRef></fp:${name}>`
const customTag = `<fp:eInvoice xmlns:fp="http://www.edrm.org.cn/schema/e-invoice/2019">${reference('InvoiceNo', 31)}${reference('IssueDate', 32)}<fp:Buyer>${reference('BuyerName', 33)}${reference('BuyerTaxID', 35)}</fp:Buyer><fp:Seller>${reference('SellerName', 34)}${reference('SellerTaxID', 36)}</fp:Seller>${reference('TaxInclusiveTotalAmount', 38)}${reference('Note', 39)}</fp:eInvoice>`

export function makeXmlOf2019(given: Partial<TestInvoice> = {}): string {
  const invoice = { ...sampleInvoice, ...given }
  const code = invoice.code ? `<fp:InvoiceCode>${invoice.code}</fp:InvoiceCode>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?><fp:eInvoice xmlns:fp="http://www.edrm.org.cn/schema/e-invoice/2019">${code}<fp:InvoiceNo>${invoice.number}</fp:InvoiceNo><fp:IssueDate>${toChineseDate(invoice.date)}</fp:IssueDate><fp:Buyer><fp:BuyerName>${escaped(invoice.title)}</fp:BuyerName><fp:BuyerTaxID>${invoice.taxNo}</fp:BuyerTaxID></fp:Buyer><fp:Seller><fp:SellerName>${escaped(invoice.seller)}</fp:SellerName><fp:SellerTaxID>${invoice.sellerTaxNo}</fp:SellerTaxID></fp:Seller><fp:TaxInclusiveTotalAmount>${fenToTwoDecimals(invoice.amountFen)}</fp:TaxInclusiveTotalAmount><fp:Note>${escaped(invoice.remark)}</fp:Note></fp:eInvoice>`
}
