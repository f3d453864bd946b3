import { decodeText } from '../../../../platform/decode-text.ts'
import {
  emptyInvoiceFields,
  findReferenceNumbers,
  findReversedInvoiceNumber,
  type InvoiceFields,
  parseAmount,
  parseInvoiceCode,
  parseInvoiceDate,
  parseInvoiceNumber,
  parsePartyName,
  parseTaxNumber,
} from './invoice-fields.ts'

const mostElements = 100_000

const mostDepth = 60

/** The file is not XML, is cut off, or declares entities, which can expand to gigabytes. */
export class InvalidXmlError extends Error {}

const marks = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['</', '>'],
] as const

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

/** Field names in XML of fully digital invoices, of forms of 2019 and of tax-control programs. */
const names = {
  number: ['invoicenumber', 'einvoicenumber', 'invoiceno', 'eiid', 'fphm'],
  code: ['invoicecode', 'fpdm'],
  date: ['issuetime', 'issuedate', 'kprq', 'requesttime'],
  title: ['buyername', 'gmfmc', 'gfmc', 'ghfmc'],
  taxNo: ['buyeridnum', 'buyertaxid', 'buyertaxno', 'gmfnsrsbh', 'gfsh', 'gmfsh'],
  amountFen: ['totaltaxincludedamount', 'taxinclusivetotalamount', 'jshj'],
  seller: ['sellername', 'xsfmc', 'xfmc', 'xhfmc'],
  sellerTaxNo: ['selleridnum', 'sellertaxid', 'sellertaxno', 'xsfnsrsbh', 'xfsh', 'xsfsh'],
  remark: ['remark', 'note', 'remarks', 'bz'],
} as const

type Named = keyof typeof names

const fieldOf = new Map<string, { field: Named; rank: number }>(
  Object.entries(names).flatMap(([field, all]) =>
    all.map((name, rank) => [name, { field: asNamed(field), rank }] as const),
  ),
)

function asNamed(field: string): Named {
  return field as Named
}

/** @returns null when the values belong to two invoices */
export function invoiceFieldsOfValues(
  values: Iterable<readonly [string, string]>,
  { hasRequestTime = false } = {},
): InvoiceFields | null {
  const found = new Map<Named, { rank: number; value: string }>()
  let kind: string | null = null
  for (const [name, given] of values) {
    const value = given.trim()
    if (!value) continue
    if (/labelname|invoicetype|fplx/i.test(name) && /发票|数电/.test(value)) kind ??= parsePartyName(value.slice(0, 40))
    const meant = fieldOf.get(name.toLowerCase().replace(/[^a-z]/g, ''))
    if (!meant || (name === 'RequestTime' && !hasRequestTime)) continue
    const before = found.get(meant.field)
    if (before?.rank === meant.rank && before.value !== value && meant.field === 'number') return null
    if (!before || meant.rank < before.rank) found.set(meant.field, { rank: meant.rank, value })
  }
  const read = <Value>(field: Named, by: (text: string) => Value | null) => {
    const value = found.get(field)?.value
    return value === undefined ? null : by(value)
  }
  const remark = found.get('remark')?.value ?? ''
  return {
    ...emptyInvoiceFields,
    kind,
    number: read('number', parseInvoiceNumber),
    code: read('code', parseInvoiceCode),
    date: read('date', parseInvoiceDate),
    title: read('title', parsePartyName),
    taxNo: read('taxNo', parseTaxNumber),
    amountFen: read('amountFen', parseAmount),
    seller: read('seller', parsePartyName),
    sellerTaxNo: read('sellerTaxNo', parseTaxNumber),
    references: findReferenceNumbers(remark),
    voids: findReversedInvoiceNumber(remark),
  }
}

/** @param isAll true for a file without printed text; if it names no day of issue, the time of the request is used */
export function invoiceFieldsOfXml(root: XmlElement, isAll = false): InvoiceFields | null {
  return invoiceFieldsOfValues(valuesOf(root), { hasRequestTime: isAll })
}

function* valuesOf(root: XmlElement): Generator<readonly [string, string]> {
  for (const { name, text, children } of allElementsOf(root)) if (children.length === 0) yield [name, text]
}

export interface XmlElement {
  name: string
  attributes: string
  text: string
  children: XmlElement[]
}

/** Resolves only the five XML entities and numeric ones. */
export function parseXml(bytes: Uint8Array): XmlElement {
  const source = decodeXml(bytes)
  const root: XmlElement = { name: '', attributes: '', text: '', children: [] }
  const open = [root]
  let count = 0
  for (let at = 0; at < source.length; ) {
    const start = source.indexOf('<', at)
    const top = open.at(-1) ?? root
    top.text += resolved(source.slice(at, start < 0 ? undefined : start))
    if (start < 0) break
    const [opening, closing] = markOf(source, start)
    const end = source.indexOf(closing, start + opening.length)
    if (end < 0) throw new InvalidXmlError()
    const inner = source.slice(start + opening.length, end)
    at = end + closing.length
    if (opening === '<![CDATA[') top.text += inner
    else if (opening === '</') close(open, inner.trim())
    else if (opening === '<') {
      count += 1
      if (count > mostElements || open.length > mostDepth) throw new InvalidXmlError()
      const element = elementOf(inner)
      top.children.push(element)
      if (!inner.endsWith('/')) open.push(element)
    }
  }
  const [only] = root.children
  if (open.length > 1 || !only) throw new InvalidXmlError()
  return only
}

function markOf(source: string, start: number): readonly [string, string] {
  const special = marks.find(([opening]) => source.startsWith(opening, start))
  if (special) return special
  if (source.startsWith('<!', start)) throw new InvalidXmlError()
  return ['<', '>']
}

function elementOf(inner: string): XmlElement {
  const name = /^[^\s/]+/.exec(inner)?.[0]
  if (!name) throw new InvalidXmlError()
  return { name: localName(name), attributes: inner.slice(name.length), text: '', children: [] }
}

function close(open: XmlElement[], name: string): void {
  if (open.length < 2 || open.pop()?.name !== localName(name)) throw new InvalidXmlError()
}

export function xmlAttributeOf({ attributes }: XmlElement, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? resolved(found[1] ?? found[2] ?? '') : null
}

function resolved(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

function decodeXml(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text === undefined) throw new InvalidXmlError()
  return text.replace(/^\ufeff/, '')
}

export function* allElementsOf(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* allElementsOf(child)
}
