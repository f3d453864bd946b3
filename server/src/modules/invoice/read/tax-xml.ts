import {
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
import { elementsOf, type XmlElement } from './xml.ts'

/** What the tax bureau's forms call each field: fully digital invoices, those of 2019, and what programs of tax control write. */
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

/** A key of the table above. */
function asNamed(field: string): Named {
  return field as Named
}

/** Of named values, as an XML or the list of a PDF's properties holds them. @returns null: two invoices, which say different things */
export function fieldsOfValues(
  values: Iterable<readonly [string, string]>,
  { hasRequestTime = false } = {},
): InvoiceFields | null {
  const found = new Map<Named, { rank: number; value: string }>()
  let kind: string | null = null
  for (const [name, given] of values) {
    const value = given.trim()
    if (!value) continue
    if (/labelname|invoicetype|fplx/i.test(name) && /发票|数电/.test(value))
      kind ??= toName(value.slice(0, 40))
    const meant = fieldOf.get(name.toLowerCase().replace(/[^a-z]/g, ''))
    if (!meant || (name === 'RequestTime' && !hasRequestTime)) continue
    const before = found.get(meant.field)
    if (before?.rank === meant.rank && before.value !== value && meant.field === 'number')
      return null
    if (!before || meant.rank < before.rank) found.set(meant.field, { rank: meant.rank, value })
  }
  const read = <Value>(field: Named, by: (text: string) => Value | null) => {
    const value = found.get(field)?.value
    return value === undefined ? null : by(value)
  }
  const remark = found.get('remark')?.value ?? ''
  return {
    ...noFields,
    kind,
    number: read('number', toNumber),
    code: read('code', toCode),
    date: read('date', toDate),
    title: read('title', toName),
    taxNo: read('taxNo', toTaxNo),
    amountFen: read('amountFen', toFen),
    seller: read('seller', toName),
    sellerTaxNo: read('sellerTaxNo', toTaxNo),
    references: referencesIn(remark),
    voids: voidedIn(remark),
  }
}

/**
 * Of an invoice's XML, also of the book-keeping data within a PDF or OFD. `isAll`: nothing else says when it was issued, and the time at which it
 * was asked for stands for it.
 */
export function fieldsOfXml(root: XmlElement, isAll = false): InvoiceFields | null {
  return fieldsOfValues(valuesOf(root), { hasRequestTime: isAll })
}

function* valuesOf(root: XmlElement): Generator<readonly [string, string]> {
  for (const { name, text, children } of elementsOf(root))
    if (children.length === 0) yield [name, text]
}
