import { foldForms } from '@ce/contract/fold-text'
import {
  fenOfWords,
  type InvoiceFields,
  noFields,
  referencesIn,
  toCode,
  toDate,
  toFen,
  toName,
  toNumber,
  toTaxNo,
  voidedIn,
} from './invoice-fields.ts'
import { type PageText, type Piece, pageText, type Segment, type SideWord } from './page-text.ts'

/** What stands on the pages of an invoice. */
export interface Printed {
  fields: InvoiceFields
  /** all that is written */
  text: string
  /** the amount in words, where it can be read */
  wordsFen: number | null
  /** every number that a page gives as that of its invoice */
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

/** What is printed before a value, folded and without spaces. */
const labels: readonly (readonly [Label, RegExp])[] = [
  ['code', /发票代码:?/g],
  ['number', /(?<![字电原应的数])发票号码:?/g],
  ['date', /开票日期:?/g],
  ['buyerTaxNo', /(?:购买方|购货方|购方|购货单位)(?:统一社会信用代码\/?|纳税人识别号|税号)+:?/g],
  ['sellerTaxNo', /(?:销售方|销货方|销方|销货单位)(?:统一社会信用代码\/?|纳税人识别号|税号)+:?/g],
  ['buyer', /(?:购买方|购货方|购方|购货单位)(?:名称)?:/g],
  // beside the seal of the forms before stands 销售方：（章）
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

/** A label, and what follows it in its line. */
interface Mark {
  label: Label
  x: number
  y: number
  size: number
  /** up to the next label, with what stands apart from it */
  rest: string
  /** the first stretch of it */
  near: Segment | null
}

/** The fields of an invoice by what is printed before them and where; `pages` as a person sees them. */
export function printedFields(pages: readonly (readonly Piece[])[]): Printed {
  const read = pages.map((pieces) => readPage(pageText(pieces)))
  const text = read.map((page) => page.text).join('\n')
  const numbers = [...new Set(read.flatMap((page) => page.numbers))]
  const fields = read.map((page) => page.fields).reduce(filled, noFields)
  const wordsFen = read.map((page) => page.wordsFen).find((fen) => fen !== null) ?? null
  return { fields, text, wordsFen, numbers }
}

/** What one source leaves open, the other fills. */
export function filled(first: InvoiceFields, second: InvoiceFields): InvoiceFields {
  const references = [...new Set([...first.references, ...second.references])]
  const known = Object.entries(first).filter(([, value]) => value !== null)
  return { ...second, ...Object.fromEntries(known), references }
}

function readPage({ lines, sideWords }: PageText) {
  const marks = lines.flatMap((line, at) => marksOf(line, lines[at + 1] ?? []))
  const text = foldForms(lines.map((line) => line.map((one) => one.text).join(' ')).join('\n'))
  const flat = text.replace(/[^\S\n]/g, '')
  const first = <Value>(label: Label, by: (text: string) => Value | null): Value | null =>
    marks
      .filter((one) => one.label === label)
      .map(({ rest }) => by(rest))
      .find((one) => one !== null) ?? null
  const numbers = marks
    .filter(({ label }) => label === 'number')
    .flatMap(({ rest }) => toNumber(leading(rest, /^[\d\s]+/)) ?? [])
  const [title, seller] = parties(marks, sideWords, 'name', (mark) => toName(mark.near?.text ?? ''))
  const [taxNo, sellerTaxNo] = parties(marks, sideWords, 'taxNo', (mark) =>
    toTaxNo(leading(mark.near?.text ?? '', /^[\dA-Z ]+/i)),
  )
  const fields: InvoiceFields = {
    kind: kindOf(flat),
    code: first('code', (rest) => toCode(leading(rest, /^[\d\s]+/))),
    number: numbers[0] ?? loneNumber(flat),
    date: first('date', toDate),
    title,
    taxNo,
    amountFen: first('figures', sumOf) ?? first('total', sumOf),
    seller,
    sellerTaxNo,
    references: referencesIn(text),
    voids: voidedIn(text),
  }
  return {
    fields,
    text,
    numbers,
    wordsFen: first('words', (rest) =>
      fenOfWords(leading(rest, /^[^(¥\d]+/).replace(/[^\p{Script=Han}]/gu, '')),
    ),
  }
}

const sumOf = (rest: string) => toFen(leading(rest, /^(?:[-¥\s\d,.−–—]|CNY|RMB|人民币)+/i))

const leading = (text: string, pattern: RegExp) => pattern.exec(foldForms(text).trim())?.[0] ?? ''

/** 电子发票（普通发票）, 增值税电子普通发票, … */
function kindOf(flat: string): string | null {
  const found =
    /电子发票\((?:普通发票|增值税专用发票|[^()\n]{2,12})\)|[^\s:()]{0,8}增值税(?:电子)?(?:普通|专用)发票|电子发票/.exec(
      flat,
    )
  return found?.[0] ?? null
}

/** Of a page without a label that can be read: a number of 20 digits, if there is only one. */
function loneNumber(flat: string): string | null {
  const found = new Set(flat.match(/(?<!\d)\d{20}(?!\d)/g) ?? [])
  const [only] = found
  return found.size === 1 && flat.includes('发票号码') ? (only ?? null) : null
}

/** The labels of a line with what follows each; `below`: the next line, to which a long name may run on. */
function marksOf(line: readonly Segment[], below: readonly Segment[]): Mark[] {
  const parts = line.flatMap(partsOf)
  return parts.flatMap((part, at) => {
    if (part.label === null) return []
    const after = parts.slice(at + 1)
    const end = after.findIndex(({ label }) => label !== null)
    const values = (end < 0 ? after : after.slice(0, end)).map(({ segment }) => segment)
    if (values.length === 0) values.push(...valueBelow(part.segment, below))
    const [near] = values
    const whole =
      near && (part.label === 'name' || part.label === 'buyer' || part.label === 'seller')
    const { x, y, size } = part.segment
    const rest = values.map(({ text }) => text).join(' ')
    return [
      { label: part.label, x, y, size, rest, near: whole ? runOn(near, below) : (near ?? null) },
    ]
  })
}

interface Part {
  label: Label | null
  segment: Segment
}

/** A stretch cut where labels begin and end. */
function partsOf(segment: Segment): Part[] {
  const { text, x, end } = segment
  // labels are folded, and hold no spaces; each letter of them knows where it stood
  const letters = [...text].flatMap((letter, at) =>
    [...foldForms(letter)].filter((one) => one.trim()).map((folded) => ({ folded, at })),
  )
  const flat = letters.map(({ folded }) => folded).join('')
  const all = [...text]
  const step = (end - x) / Math.max(1, all.length)
  const cut = (from: number, until: number): Segment => ({
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
    if (start > done && cut(done, start).text.trim())
      parts.push({ label: null, segment: cut(done, start) })
    parts.push({ label, segment: cut(start, stop) })
    done = stop
  }
  if (cut(done, all.length).text.trim()) parts.push({ label: null, segment: cut(done, all.length) })
  return parts
}

/** In their order, none within another: the first row of the table that fits a place has it. Offsets in letters. */
function labelsIn(flat: string): { label: Label; from: number; until: number }[] {
  const found: { label: Label; from: number; until: number }[] = []
  const lettersBefore = (at: number) => [...flat.slice(0, at)].length
  for (const [label, pattern] of labels)
    for (const { index, 0: word } of flat.matchAll(pattern)) {
      const [from, until] = [lettersBefore(index), lettersBefore(index + word.length)]
      if (!found.some((one) => from < one.until && until > one.from))
        found.push({ label, from, until })
    }
  return found.toSorted((one, other) => one.from - other.from)
}

/** In a table a value stands below its head. */
function valueBelow({ x, y, size }: Segment, below: readonly Segment[]): Segment[] {
  const found = below.find((one) => Math.abs(one.x - x) < 2 * size && one.y - y < 2.5 * size)
  return found && partsOf(found).every(({ label }) => label === null) ? [found] : []
}

/** A name that is too long for its box goes on below its beginning. */
function runOn(near: Segment, below: readonly Segment[]): Segment {
  const next = below.find((one, at) => {
    const isUnder = Math.abs(one.x - near.x) < 1.5 * near.size && one.y - near.y < 1.8 * near.size
    const before = below[at - 1]
    const isValue = before && partsOf(before).at(-1)?.label
    return isUnder && !isValue && partsOf(one).every(({ label }) => label === null)
  })
  return next && near.end - near.x > 8 * near.size ? { ...near, text: near.text + next.text } : near
}

/** Buyer and seller: named so, or by the words beside their boxes, or side by side, or the buyer above. */
function parties(
  marks: readonly Mark[],
  sideWords: readonly SideWord[],
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
    label === 'name'
      ? [named('buyer'), named('seller')]
      : [named('buyerTaxNo'), named('sellerTaxNo')]
  if (!one || !other) return [buyer ?? (one && !seller ? by(one) : null), seller]
  const isUnder = Math.abs(other.x - one.x) < 2 * one.size
  const isBelow = isUnder || Math.abs(other.y - one.y) > 2.5 * one.size
  const isBuyer = isOfBuyer(one, sideWords)
  const isFirst =
    isBuyer !== null && isOfBuyer(other, sideWords) === !isBuyer
      ? isBuyer
      : isBelow
        ? one.y < other.y
        : one.x < other.x
  const [left, right] = isFirst ? [one, other] : [other, one]
  return [buyer ?? by(left), seller ?? by(right)]
}

/** Whether the word beside its box is the buyer's; null: none of the two stands there. */
function isOfBuyer({ x, y, size }: Mark, sideWords: readonly SideWord[]): boolean | null {
  const beside = sideWords.filter(
    (one) => one.x < x && one.top - 2 * size < y && y < one.bottom + 2 * size,
  )
  const nearest = beside.reduce<SideWord | null>(
    (best, one) => (best && best.x > one.x ? best : one),
    null,
  )
  if (/购/.test(nearest?.text ?? '')) return true
  return /销/.test(nearest?.text ?? '') ? false : null
}
