import { foldSpelling } from '@ce/contract/fold-text'

/** A field is null when the file does not contain it. */
export interface InvoiceFields {
  /** The heading of the form, for example 电子发票（普通发票）. */
  kind: string | null
  /** The 发票代码 exists only on forms before the fully digital ones. */
  code: string | null
  number: string | null
  date: string | null
  title: string | null
  taxNo: string | null
  /** Amount with tax in fen; negative on a red invoice. */
  amountFen: number | null
  seller: string | null
  sellerTaxNo: string | null
  /** Application and order numbers found in the file, for example in the remark. */
  references: string[]
  /** Number of the invoice that a red invoice reverses. */
  voids: string | null
}

export const emptyInvoiceFields: InvoiceFields = {
  kind: null,
  code: null,
  number: null,
  date: null,
  title: null,
  taxNo: null,
  amountFen: null,
  seller: null,
  sellerTaxNo: null,
  references: [],
  voids: null,
}

/** 8 digits, or 20 on a fully digital invoice. */
export function parseInvoiceNumber(text: string): string | null {
  const digits = foldSpelling(text).replace(/\s/g, '')
  return /^(?:\d{8}|\d{20})$/.test(digits) ? digits : null
}

export function parseInvoiceCode(text: string): string | null {
  const digits = foldSpelling(text).replace(/\s/g, '')
  return /^\d{10,12}$/.test(digits) ? digits : null
}

/** Accepts 2026年3月1日, 2026-03-01 10:20:30 and 20260301. */
export function parseInvoiceDate(text: string): string | null {
  const flat = foldSpelling(text).replace(/\s/g, '')
  const found =
    /^(\d{4})[年\-/.](\d{1,2})[月\-/.](\d{1,2})(?:日|\D|$|(?=\d{2}:))/.exec(flat) ??
    /^(\d{4})[-/.](\d{2})[-/.](\d{2})/.exec(flat) ??
    /^(\d{4})(\d{2})(\d{2})(?:\d{6}(?:\d{3})?)?$/.exec(flat)
  if (!found) return null
  const [, year, month = '', day = ''] = found
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null
}

/** Parses an amount in yuan such as ¥1,200.00, -1200 or ¥-1200.00 into fen. */
export function parseAmount(text: string): number | null {
  const flat = foldSpelling(text)
    .replace(/[\s¥,元]|CNY|RMB|人民币/gi, '')
    .replace(/[−–—－]/g, '-')
  const found = /^(-?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(flat)
  if (!found) return null
  const [, sign, yuan = '', cents = ''] = found
  const fen = Number(yuan) * 100 + Number(cents.padEnd(2, '0'))
  return sign && fen > 0 ? -fen : fen
}

export function parseTaxNumber(text: string): string | null {
  const flat = foldSpelling(text).replace(/\s/g, '').toUpperCase()
  return /^[0-9A-Z]{15,20}$/.test(flat) ? flat : null
}

/** Removes spaces that the layout put between characters. */
export function parsePartyName(text: string): string | null {
  const name = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(/(?<=[^\x20-\x7e])\s+|\s+(?=[^\x20-\x7e])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return name && name.length <= 100 ? name : null
}

const mostReferences = 50

/** Staff write application and order numbers into the remark to find the application again. */
export function findReferenceNumbers(text: string): string[] {
  const found = foldSpelling(text).match(/(?<![0-9A-Za-z])(?:FP\d{14}|\d{14}[0-9A-Z]{8})(?![0-9A-Za-z])/gi) ?? []
  return [...new Set(found.map((one) => one.toUpperCase()))].slice(0, mostReferences)
}

export function findReversedInvoiceNumber(text: string): string | null {
  const flat = foldSpelling(text).replace(/\s/g, '')
  const found = /(?:被红冲|对应|原)[^\d]{0,16}?(?:代码:?\d{10,12})?号码?:?(\d{20}|\d{8})(?!\d)/.exec(flat)
  return found?.[1] ?? null
}

const digits = '零壹贰叁肆伍陆柒捌玖'
const units: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1000 }

/** Parses an amount in Chinese words, such as 壹佰贰拾圆伍角整, into fen. */
export function parseChineseAmount(text: string): number | null {
  const flat = text.replace(/[\s整正]/g, '').replace(/元/g, '圆')
  const found =
    /^(负?)([零壹贰叁肆伍陆柒捌玖拾佰仟万亿]+圆)?(?:零?([壹贰叁肆伍陆柒捌玖])角)?(?:零?([壹贰叁肆伍陆柒捌玖])分)?$/.exec(
      flat.replace(/(?<=圆)零(?:角|分)/g, ''),
    )
  if (!found || !(found[2] ?? found[3] ?? found[4])) return null
  const [, minus, yuan = '', jiao, fen] = found
  const cents = (jiao ? digits.indexOf(jiao) * 10 : 0) + (fen ? digits.indexOf(fen) : 0)
  const all = yuanOfWords(yuan.slice(0, -1)) * 100 + cents
  return minus ? -all : all
}

function yuanOfWords(words: string): number {
  let [total, section, digit] = [0, 0, 0]
  for (const word of words) {
    const at = digits.indexOf(word)
    if (at >= 0) digit = at
    else if (word === '万' || word === '亿') {
      const units = section + digit
      total = word === '万' ? total + units * 10_000 : (total + units) * 100_000_000
      ;[section, digit] = [0, 0]
    } else {
      section += (digit || 1) * (units[word] ?? 1)
      digit = 0
    }
  }
  return total + section + digit
}
