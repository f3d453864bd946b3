import { fenToTwoDecimals, sampleInvoice, type TestInvoice, toChineseAmount } from '../factories/invoice-files.ts'
import { makeDrawnPdf } from '../factories/invoice-pdf.ts'

/** Positions in points from the top left. */
export type PlacedText = readonly [text: string, x: number, y: number, size?: number]

export function drawPlacedTexts(puts: readonly PlacedText[], { isByLetter = false, turn = 1 } = {}): Promise<Buffer> {
  return makeDrawnPdf({}, (page) => {
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

export const oldFormNumbers = { code: '3300261130', number: '01234567' }

/** Some forms have two columns of numbers at the top, the buyer above and the seller below. */
export function specialInvoiceForm(given: Partial<TestInvoice> = {}): PlacedText[] {
  const one = { ...sampleInvoice, ...oldFormNumbers, ...given }
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
    [fenToTwoDecimals(net), 400, 160],
    ['合　　计', 60, 240],
    [`￥${fenToTwoDecimals(net)}`, 400, 240],
    [`￥${fenToTwoDecimals(one.amountFen - net)}`, 520, 240],
    ['价税合计（大写）', 38, 260],
    [`ⓧ${toChineseAmount(one.amountFen)}`, 160, 260],
    [`（小写）￥${fenToTwoDecimals(one.amountFen)}`, 430, 260],
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

export function digitalInvoiceForm(
  given: Partial<TestInvoice> = {},
  changed: Record<string, string> = {},
): PlacedText[] {
  const one = { ...sampleInvoice, ...given }
  const puts: PlacedText[] = [
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
    [toChineseAmount(one.amountFen), 170, 282],
    [`（小写）¥${fenToTwoDecimals(one.amountFen)}`, 400, 282],
    [one.remark, 60, 310],
    ['开票人：王会计', 60, 372],
  ]
  return puts.map(([text, ...place]) => [
    Object.entries(changed).reduce((all, [from, to]) => all.replaceAll(from, to), text),
    ...place,
  ])
}

export function swappedInvoiceForm(): PlacedText[] {
  const { title, taxNo, seller, sellerTaxNo } = sampleInvoice
  return [
    ...digitalInvoiceForm().filter(([text]) => !/^名称|^统一/.test(text)),
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

export function makeDetailedInvoice(): Promise<Buffer> {
  return makeDrawnPdf({}, (page) => {
    const put = (puts: readonly PlacedText[]) => {
      for (const [text, x, y, size = 9] of puts) page.fontSize(size).text(text, x, y, { lineBreak: false })
    }
    const head = digitalInvoiceForm().slice(0, 7)
    put([...head, ['共3页 第1页', 300, 50], ['小计 ¥80.00 ¥2.40', 40, 300]])
    page.addPage()
    put([...head, ['共3页 第2页', 300, 50], ['*培训*费用', 40, 180], ['小计 ¥36.50 ¥1.10', 40, 300]])
    page.addPage()
    put([...digitalInvoiceForm(), ['共3页 第3页', 300, 50]])
  })
}
