import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { unpackWoff } from '../../src/platform/print/fonts.ts'
import { fenToTwoDecimals, sampleInvoice, type TestInvoice, toChineseAmount, toChineseDate } from './invoice-files.ts'

const font = unpackWoff(
  readFileSync(
    createRequire(import.meta.url).resolve(
      '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff',
    ),
  ),
)

export interface PdfDrawing {
  isApart?: boolean
  isByLetter?: boolean
  isTwice?: boolean
  wrapAt?: number
  properties?: Record<string, string>
  attachments?: { name: string; content: Buffer }[]
  userPassword?: string
  ownerPassword?: string
  printed?: Partial<TestInvoice> & { words?: string }
  more?: (Partial<TestInvoice> | string)[]
  rotate?: number
}

type Page = InstanceType<typeof PDFDocument>

export function makeInvoicePdf(given: Partial<TestInvoice> = {}, drawing: PdfDrawing = {}): Promise<Buffer> {
  const invoice = { ...sampleInvoice, ...given, ...drawing.printed }
  return makeDrawnPdf(drawing, (page) => {
    drawInvoice(page, invoice, drawing)
    for (const one of drawing.more ?? []) {
      page.addPage()
      if (typeof one === 'string') page.text(one, 40, 60)
      else drawInvoice(page, { ...invoice, ...one }, drawing)
    }
  })
}

export function makeDrawnPdf(drawing: PdfDrawing, draw: (page: Page) => void): Promise<Buffer> {
  const { properties, userPassword, ownerPassword, attachments = [] } = drawing
  const page = new PDFDocument({
    size: [610, 394],
    margin: 0,
    ...(properties ? { info: properties } : {}),
    ...(userPassword ? { userPassword } : {}),
    ...(ownerPassword ? { ownerPassword } : {}),
  })
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve) => {
    page.on('data', (piece: Buffer) => pieces.push(piece))
    page.on('end', () => resolve(Buffer.concat(pieces)))
  })
  page.font(font)
  draw(page)
  if (drawing.rotate) Object.assign(page.page.dictionary.data, { Rotate: drawing.rotate })
  for (const { name, content } of attachments) page.file(content, { name })
  page.end()
  return done
}

function drawInvoice(page: Page, invoice: TestInvoice & { words?: string }, drawing: PdfDrawing): void {
  const put = penOf(page, drawing)
  put(invoice.heading, 215, 28, 16)
  put('发票号码：', 430, 30, 9, invoice.number)
  put('开票日期：', 430, 46, 9, toChineseDate(invoice.date))
  for (const [at, letter] of [...'购买方信息'].entries()) put(letter, 22, 78 + at * 13, 9)
  for (const [at, letter] of [...'销售方信息'].entries()) put(letter, 310, 78 + at * 13, 9)
  putName(put, invoice.title, 38, drawing)
  putName(put, invoice.seller, 326, drawing)
  put('统一社会信用代码/纳税人识别号：', 38, 130, 9, invoice.taxNo)
  put('统一社会信用代码/纳税人识别号：', 326, 130, 9, invoice.sellerTaxNo)
  for (const [at, head] of [
    '项目名称',
    '规格型号',
    '单 位',
    '数 量',
    '单 价',
    '金 额',
    '税率/征收率',
    '税 额',
  ].entries())
    put(head, 38 + at * 68, 155, 9)
  const net = Math.round(invoice.amountFen / 1.03)
  put('*非学历教育服务*培训费', 38, 172, 9)
  put(fenToTwoDecimals(net), 378, 172, 9)
  put('3%', 446, 172, 9)
  put(fenToTwoDecimals(invoice.amountFen - net), 514, 172, 9)
  put('合 计', 60, 262, 9)
  put(`¥${fenToTwoDecimals(net)}`, 378, 262, 9)
  put(`¥${fenToTwoDecimals(invoice.amountFen - net)}`, 514, 262, 9)
  put('价税合计（大写）', 38, 282, 9)
  put(`⊗ ${invoice.words ?? toChineseAmount(invoice.amountFen)}`, 170, 282, 9)
  put('（小写）', 400, 282, 9, `¥${fenToTwoDecimals(invoice.amountFen)}`)
  put(invoice.remark, 60, 310, 9)
  put('备', 22, 310, 9)
  put('注', 22, 330, 9)
  put('开票人：', 60, 372, 9, '王会计')
}

type Pen = (label: string, x: number, y: number, size: number, value?: string) => void

function putName(put: Pen, name: string, x: number, { wrapAt = 100 }: PdfDrawing): void {
  const letters = [...name]
  put('名称：', x, 88, 9, letters.slice(0, wrapAt).join(''))
  if (letters.length > wrapAt) put(letters.slice(wrapAt).join(''), x + 28, 100, 9)
}

function penOf(page: Page, { isApart, isByLetter, isTwice }: PdfDrawing): Pen {
  const draw = (text: string, x: number, y: number, size: number) => {
    page.fontSize(size)
    let at = x
    for (const part of isByLetter ? text : [text]) {
      for (let turn = isTwice ? 2 : 1; turn > 0; turn -= 1) page.text(part, at + turn * 0.2, y, { lineBreak: false })
      at += page.widthOfString(part)
    }
    return at
  }
  return (label, x, y, size, value) => {
    const end = draw(label + (isApart ? '' : (value ?? '')), x, y, size)
    if (isApart && value) draw(value, end + size * 0.8, y, size)
  }
}

export function makeOldFormPdf(given: Partial<TestInvoice> = {}, drawing: PdfDrawing = {}): Promise<Buffer> {
  const invoice = {
    ...sampleInvoice,
    heading: '浙江增值税电子普通发票',
    code: '033002600111',
    number: '12345678',
    ...given,
  }
  return makeDrawnPdf(drawing, (page) => {
    const put = penOf(page, drawing)
    put(invoice.heading, 200, 20, 16)
    put('机器编号：', 30, 40, 9, '499099906712')
    put('发票代码：', 430, 20, 9, invoice.code ?? '')
    put('发票号码：', 430, 34, 9, invoice.number)
    put('开票日期：', 430, 48, 9, toChineseDate(invoice.date).replace(/(\d)([年月日])/g, '$1 $2 '))
    put('校 验 码：', 430, 62, 9, '18279 40196 09581 56610')
    for (const [at, letter] of [...'购买方'].entries()) put(letter, 22, 85 + at * 14, 9)
    put('名        称：', 38, 85, 9, invoice.title)
    put('纳税人识别号：', 38, 99, 9, invoice.taxNo)
    put('地 址、电 话：', 38, 113, 9, '江州市中山路 1 号 0571-88886666')
    put('开户行及账号：', 38, 127, 9, '工商银行江州支行 1202020209900001234')
    for (const [at, letter] of [...'密码区'].entries()) put(letter, 340, 85 + at * 14, 9)
    for (const at of [0, 1, 2, 3]) put('03*/>+5<8-2+>8*6<7*>1234567', 360, 85 + at * 14, 9)
    put('货物或应税劳务、服务名称', 38, 145, 9)
    put('*非学历教育服务*培训费', 38, 165, 9)
    put('价税合计（大写）', 38, 262, 9)
    put(`⊗ ${toChineseAmount(invoice.amountFen)}`, 170, 262, 9)
    put('（小写）', 400, 262, 9, `￥${fenToTwoDecimals(invoice.amountFen)}`)
    for (const [at, letter] of [...'销售方'].entries()) put(letter, 22, 285 + at * 14, 9)
    put('名        称：', 38, 285, 9, invoice.seller)
    put('纳税人识别号：', 38, 299, 9, invoice.sellerTaxNo)
    put('地 址、电 话：', 38, 313, 9, '江州市文三路 2 号 0571-66668888')
    put('开户行及账号：', 38, 327, 9, '建设银行江州支行 3305016164350000')
    put('备', 340, 290, 9)
    put('注', 340, 310, 9)
    put(invoice.remark, 360, 290, 9)
    put('收 款 人：', 38, 360, 9, '李出纳')
    put('开 票 人：', 300, 360, 9, '王会计')
    put('销 售 方：（章）', 450, 360, 9)
  })
}

/** Makes a PDF that refers to a Chinese font without containing it, as old tax-control programs did. */
export function makeFontlessPdf(
  lines: readonly (readonly [text: string, x: number, y: number])[],
  table: string,
): Buffer {
  const codes = (text: string) => {
    if (table.startsWith('UniGB')) return Buffer.from(text, 'utf16le').swap16().toString('hex')
    return [...text].map((letter) => gbkOf(letter)).join('')
  }
  const stream = lines.map(([text, x, y]) => `BT /F1 9 Tf ${x} ${y} Td <${codes(text)}> Tj ET`).join('\n')
  const info = '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >>'
  return buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 610 394] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${table} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light ${info} /FontDescriptor 7 0 R /DW 1000 /W [1 95 500 814 939 500] >>`,
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ])
}

/** Builds a PDF of objects; the first is the root. */
export function buildPdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const list = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${list}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

let gbk: Map<string, string> | undefined

function gbkOf(letter: string): string {
  if (!gbk) {
    gbk = new Map()
    const decoder = new TextDecoder('gbk')
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1) {
        const bytes = Buffer.of(high, low)
        gbk.set(decoder.decode(bytes), bytes.toString('hex'))
      }
  }
  return gbk.get(letter) ?? Buffer.from(letter).toString('hex')
}

/** Texts of an invoice with their positions in points from the bottom left. */
export function digitalInvoiceTexts(given: Partial<TestInvoice> = {}): [string, number, number][] {
  const invoice = { ...sampleInvoice, ...given }
  return [
    [invoice.heading, 215, 360],
    [`发票号码：${invoice.number}`, 400, 360],
    [`开票日期：${toChineseDate(invoice.date)}`, 400, 345],
    [`名称：${invoice.title}`, 38, 300],
    [`名称：${invoice.seller}`, 326, 300],
    [`统一社会信用代码/纳税人识别号：${invoice.taxNo}`, 38, 270],
    [`统一社会信用代码/纳税人识别号：${invoice.sellerTaxNo}`, 326, 270],
    [`价税合计（大写）${toChineseAmount(invoice.amountFen)}`, 38, 110],
    [`（小写）￥${fenToTwoDecimals(invoice.amountFen)}`, 400, 110],
    [invoice.remark || '备注', 60, 80],
  ]
}
