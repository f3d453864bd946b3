import { foldSpelling } from '@ce/contract/fold-text'
import {
  emptyInvoiceFields,
  findReferenceNumbers,
  findReversedInvoiceNumber,
  type InvoiceFields,
  parseAmount,
  parseChineseAmount,
  parseInvoiceCode,
  parseInvoiceDate,
  parseInvoiceNumber,
  parsePartyName,
  parseTaxNumber,
} from './invoice-fields.ts'
import { type PageText, type TextRun, type TextSegment, toPageText, type VerticalLabel } from './page-text.ts'

export interface PrintedInvoice {
  fields: InvoiceFields
  text: string
  wordsFen: number | null
  numbers: string[]
}

type Label =
  | 'code'
  | 'number'
  | 'date'
  | 'buyer'
  | 'seller'
  | 'buyerTaxNo'
  | 'sellerTaxNo'
  | 'name'
  | 'taxNo'
  | 'words'
  | 'figures'
  | 'total'
  | 'other'

/** Patterns of the printed labels, without spaces. */
const labels: readonly (readonly [Label, RegExp])[] = [
  ['code', /发票代码:?/g],
  ['number', /(?<![字电原应的数])发票号码:?/g],
  ['date', /开票日期:?/g],
  ['buyerTaxNo', /(?:购买方|购货方|购方|购货单位)(?:统一社会信用代码\/?|纳税人识别号|税号)+:?/g],
  ['sellerTaxNo', /(?:销售方|销货方|销方|销货单位)(?:统一社会信用代码\/?|纳税人识别号|税号)+:?/g],
  ['buyer', /(?:购买方|购货方|购方|购货单位)(?:名称)?:/g],
  // On older forms the label 销售方：（章） marks the seal and not the name, so it is left out.
  ['seller', /(?:销售方|销货方|销方|销货单位)(?:名称)?:(?!\(章)/g],
  ['name', /名称:/g],
  ['taxNo', /(?:统一社会信用代码\/?)?纳税人识别号:?|统一社会信用代码:?|税号:/g],
  ['words', /\(大写\):?/g],
  ['figures', /\(小写\):?/g],
  ['total', /价税合计:?/g],
  [
    'other',
    /地址、?电话:?|开户行及账号:?|校验码:?|机器编号:?|开票人:?|收款人:?|复核人?:|项目名称|规格型号|备注:?|地址:|电话:|开户银行:?|银行账号:?|购买方|销售方/g,
  ],
]

interface Mark {
  label: Label
  x: number
  y: number
  size: number
  rest: string
  near: TextSegment | null
}

export function readPrintedFields(pages: readonly (readonly TextRun[])[]): PrintedInvoice {
  const read = pages.map((pieces) => readPage(toPageText(pieces)))
  const text = read.map((page) => page.text).join('\n')
  const numbers = [...new Set(read.flatMap((page) => page.numbers))]
  const fields = read.map((page) => page.fields).reduce(mergeInvoiceFields, emptyInvoiceFields)
  const wordsFen = read.map((page) => page.wordsFen).find((fen) => fen !== null) ?? null
  return { fields, text, wordsFen, numbers }
}

export function mergeInvoiceFields(first: InvoiceFields, second: InvoiceFields): InvoiceFields {
  const references = [...new Set([...first.references, ...second.references])]
  const known = Object.entries(first).filter(([, value]) => value !== null)
  return { ...second, ...Object.fromEntries(known), references }
}

function readPage({ lines, sideWords }: PageText) {
  const marks = lines.flatMap((line, at) => marksOf(line, lines[at + 1] ?? []))
  const text = foldSpelling(lines.map((line) => line.map((one) => one.text).join(' ')).join('\n'))
  const flat = text.replace(/[^\S\n]/g, '')
  const first = <Value>(label: Label, by: (text: string) => Value | null): Value | null =>
    marks
      .filter((one) => one.label === label)
      .map(({ rest }) => by(rest))
      .find((one) => one !== null) ?? null
  const numbers = marks
    .filter(({ label }) => label === 'number')
    .flatMap(({ rest }) => parseInvoiceNumber(leading(rest, /^[\d\s]+/)) ?? [])
  const [title, seller] = parties(marks, sideWords, 'name', (mark) => parsePartyName(mark.near?.text ?? ''))
  const [taxNo, sellerTaxNo] = parties(marks, sideWords, 'taxNo', (mark) =>
    parseTaxNumber(leading(mark.near?.text ?? '', /^[\dA-Z ]+/i)),
  )
  const fields: InvoiceFields = {
    kind: kindOf(flat),
    code: first('code', (rest) => parseInvoiceCode(leading(rest, /^[\d\s]+/))),
    number: numbers[0] ?? loneNumber(flat),
    date: first('date', parseInvoiceDate),
    title,
    taxNo,
    amountFen: first('figures', sumOf) ?? first('total', sumOf),
    seller,
    sellerTaxNo,
    references: findReferenceNumbers(text),
    voids: findReversedInvoiceNumber(text),
  }
  return {
    fields,
    text,
    numbers,
    wordsFen: first('words', (rest) =>
      parseChineseAmount(leading(rest, /^[^(¥\d]+/).replace(/[^\p{Script=Han}]/gu, '')),
    ),
  }
}

const sumOf = (rest: string) => parseAmount(leading(rest, /^(?:[-¥\s\d,.−–—]|CNY|RMB|人民币)+/i))

const leading = (text: string, pattern: RegExp) => pattern.exec(foldSpelling(text).trim())?.[0] ?? ''

function kindOf(flat: string): string | null {
  const found =
    /电子发票\((?:普通发票|增值税专用发票|[^()\n]{2,12})\)|[^\s:()]{0,8}增值税(?:电子)?(?:普通|专用)发票|电子发票/.exec(
      flat,
    )
  return found?.[0] ?? null
}

/** Returns the only 20-digit number of a page that contains 发票号码, or null when there is none or more than one. */
function loneNumber(flat: string): string | null {
  const found = new Set(flat.match(/(?<!\d)\d{20}(?!\d)/g) ?? [])
  const [only] = found
  return found.size === 1 && flat.includes('发票号码') ? (only ?? null) : null
}

/** `below` is the next line, where a long name may continue. */
function marksOf(line: readonly TextSegment[], below: readonly TextSegment[]): Mark[] {
  const parts = line.flatMap(partsOf)
  return parts.flatMap((part, at) => {
    if (part.label === null) return []
    const after = parts.slice(at + 1)
    const end = after.findIndex(({ label }) => label !== null)
    const values = (end < 0 ? after : after.slice(0, end)).map(({ segment }) => segment)
    if (values.length === 0) values.push(...valueBelow(part.segment, below))
    const [near] = values
    const whole = near && (part.label === 'name' || part.label === 'buyer' || part.label === 'seller')
    const { x, y, size } = part.segment
    const rest = values.map(({ text }) => text).join(' ')
    return [{ label: part.label, x, y, size, rest, near: whole ? runOn(near, below) : (near ?? null) }]
  })
}

interface Part {
  label: Label | null
  segment: TextSegment
}

function partsOf(segment: TextSegment): Part[] {
  const { text, x, end } = segment
  // Labels are matched in the text without spaces, so the original position of each character is kept.
  const letters = [...text].flatMap((letter, at) =>
    [...foldSpelling(letter)].filter((one) => one.trim()).map((folded) => ({ folded, at })),
  )
  const flat = letters.map(({ folded }) => folded).join('')
  const all = [...text]
  const step = (end - x) / Math.max(1, all.length)
  const cut = (from: number, until: number): TextSegment => ({
    ...segment,
    text: all.slice(from, until).join(''),
    x: x + from * step,
    end: x + until * step,
  })
  const place = (at: number) => letters[at]?.at ?? all.length
  const parts: Part[] = []
  let done = 0
  for (const { label, from, until } of labelsIn(flat)) {
    const [start, stop] = [place(from), place(until)]
    if (start > done && cut(done, start).text.trim()) parts.push({ label: null, segment: cut(done, start) })
    parts.push({ label, segment: cut(start, stop) })
    done = stop
  }
  if (cut(done, all.length).text.trim()) parts.push({ label: null, segment: cut(done, all.length) })
  return parts
}

/** Labels are in text order without overlaps; the first matching pattern wins. */
function labelsIn(flat: string): { label: Label; from: number; until: number }[] {
  const found: { label: Label; from: number; until: number }[] = []
  const lettersBefore = (at: number) => [...flat.slice(0, at)].length
  for (const [label, pattern] of labels)
    for (const { index, 0: word } of flat.matchAll(pattern)) {
      const [from, until] = [lettersBefore(index), lettersBefore(index + word.length)]
      if (!found.some((one) => from < one.until && until > one.from)) found.push({ label, from, until })
    }
  return found.toSorted((one, other) => one.from - other.from)
}

/** The value of a table stands below its heading. */
function valueBelow({ x, y, size }: TextSegment, below: readonly TextSegment[]): TextSegment[] {
  const found = below.find((one) => Math.abs(one.x - x) < 2 * size && one.y - y < 2.5 * size)
  return found && partsOf(found).every(({ label }) => label === null) ? [found] : []
}

/** A long name continues in the line below. */
function runOn(near: TextSegment, below: readonly TextSegment[]): TextSegment {
  const next = below.find((one, at) => {
    const isUnder = Math.abs(one.x - near.x) < 1.5 * near.size && one.y - near.y < 1.8 * near.size
    const before = below[at - 1]
    const isValue = before && partsOf(before).at(-1)?.label
    return isUnder && !isValue && partsOf(one).every(({ label }) => label === null)
  })
  return next && near.end - near.x > 8 * near.size ? { ...near, text: near.text + next.text } : near
}

/**
 * Tells buyer and seller apart by their labels, by the vertical labels beside them, or by position: the buyer is on the
 * left or above.
 */
function parties(
  marks: readonly Mark[],
  sideWords: readonly VerticalLabel[],
  label: 'name' | 'taxNo',
  by: (mark: Mark) => string | null,
): [string | null, string | null] {
  const named = (which: Label) =>
    marks
      .filter((one) => one.label === which)
      .map(by)
      .find((one) => one !== null) ?? null
  const both = marks.filter((one) => one.label === label)
  const [one, other] = both
  const [buyer, seller] =
    label === 'name' ? [named('buyer'), named('seller')] : [named('buyerTaxNo'), named('sellerTaxNo')]
  if (!one || !other) return [buyer ?? (one && !seller ? by(one) : null), seller]
  const isUnder = Math.abs(other.x - one.x) < 2 * one.size
  const isBelow = isUnder || Math.abs(other.y - one.y) > 2.5 * one.size
  const isBuyer = isOfBuyer(one, sideWords)
  const isFirst =
    isBuyer !== null && isOfBuyer(other, sideWords) === !isBuyer ? isBuyer : isBelow ? one.y < other.y : one.x < other.x
  const [left, right] = isFirst ? [one, other] : [other, one]
  return [buyer ?? by(left), seller ?? by(right)]
}

/** Returns null when no vertical label stands beside the text. */
function isOfBuyer({ x, y, size }: Mark, sideWords: readonly VerticalLabel[]): boolean | null {
  const beside = sideWords.filter((one) => one.x < x && one.top - 2 * size < y && y < one.bottom + 2 * size)
  const nearest = beside.reduce<VerticalLabel | null>((best, one) => (best && best.x > one.x ? best : one), null)
  if (/购/.test(nearest?.text ?? '')) return true
  return /销/.test(nearest?.text ?? '') ? false : null
}
