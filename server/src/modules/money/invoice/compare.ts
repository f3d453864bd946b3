import { foldNumber } from '@ce/contract/fold-text'
import { isCreditCodeValid } from '@ce/contract/person'
import { toComparablePersonName, toComparableTitle } from './names.ts'
import type { InvoiceFields } from './read/invoice-fields.ts'

export interface InvoiceApplicationFacts {
  titleType: string
  title: string
  taxNo: string | null
  amountFen: number
  invoiceNo: string | null
  invoiceCode: string | null
  paidOn: string | null
  today: string
}

/** The seller of our invoices; both fields are empty until staff set them. */
export interface SellerIdentity {
  name: string
  taxNo: string
}

export interface InvoiceDifference {
  field: 'number' | 'title' | 'taxNo' | 'amount' | 'date' | 'seller' | 'sellerTaxNo'
  applied: string
  read: string
  mayAccept: boolean
}

const none = '（无）'
const yuan = (fen: number | null) => (fen === null ? none : `¥${(fen / 100).toFixed(2)}`)

/** Returns an empty list when the file matches the application. */
export function invoiceDifferences(applied: InvoiceApplicationFacts, fields: InvoiceFields): InvoiceDifference[] {
  return [
    ...buyerAndAmountDifferences(applied, fields),
    ...numberDifference(applied, fields),
    ...dateDifference(applied, fields),
  ]
}

export function buyerAndAmountDifferences(
  applied: InvoiceApplicationFacts,
  { title, taxNo, amountFen }: InvoiceFields,
): InvoiceDifference[] {
  const found: InvoiceDifference[] = []
  const keyOf = applied.titleType === 'PERSONAL' ? toComparablePersonName : toComparableTitle
  if (keyOf(title ?? '') !== keyOf(applied.title))
    found.push({
      field: 'title',
      applied: applied.title,
      read: title ?? none,
      mayAccept: title !== null,
    })
  if (!isSameTaxNo(applied, taxNo))
    // Staff may accept a missing tax number, but not two different ones.
    found.push({
      field: 'taxNo',
      applied: applied.taxNo ?? none,
      read: taxNo ?? none,
      mayAccept: !applied.taxNo || !taxNo,
    })
  if (amountFen !== applied.amountFen)
    found.push({
      field: 'amount',
      applied: yuan(applied.amountFen),
      read: yuan(amountFen),
      mayAccept: false,
    })
  return found
}

/** An invoice of a person has no tax number or shows the number of an identity document. */
function isSameTaxNo({ titleType, taxNo: applied }: InvoiceApplicationFacts, read: string | null): boolean {
  if (titleType === 'PERSONAL' && !applied) return read === null || !isCreditCodeValid(read)
  return (applied ?? '') === (read ?? '')
}

function numberDifference(applied: InvoiceApplicationFacts, { number }: InvoiceFields): InvoiceDifference[] {
  if (!applied.invoiceNo || applied.invoiceNo === number) return []
  return [{ field: 'number', applied: applied.invoiceNo, read: number ?? none, mayAccept: false }]
}

/** An invoice date must lie between the payment and today. */
function dateDifference({ paidOn, today }: InvoiceApplicationFacts, { date }: InvoiceFields): InvoiceDifference[] {
  if (date && date <= today && (!paidOn || date >= paidOn)) return []
  const applied = paidOn ? `付款日 ${paidOn} 至今天 ${today}` : `不晚于今天 ${today}`
  return [{ field: 'date', applied, read: date ?? none, mayAccept: date !== null }]
}

export function sellerDifferences(ours: SellerIdentity, { seller, sellerTaxNo }: InvoiceFields): InvoiceDifference[] {
  if (!ours.name) return []
  const found: InvoiceDifference[] = []
  if (seller !== null && toComparableTitle(seller) !== toComparableTitle(ours.name))
    found.push({ field: 'seller', applied: ours.name, read: seller, mayAccept: false })
  if (sellerTaxNo !== null && foldNumber(sellerTaxNo) !== ours.taxNo)
    found.push({ field: 'sellerTaxNo', applied: ours.taxNo, read: sellerTaxNo, mayAccept: false })
  return found
}

/** Returns a sentence, or null when the file reverses this invoice. */
export function redInvoiceProblem(
  voided: { invoiceNo: string | null; amountFen: number; titleType: string; title: string },
  { voids, amountFen, title }: InvoiceFields,
): string | null {
  if (amountFen !== -voided.amountFen) return `金额应为 ${yuan(-voided.amountFen)}，文件里是 ${yuan(amountFen)}`
  if (voids && voided.invoiceNo && voids !== voided.invoiceNo)
    return `它红冲的是 ${voids}，这张发票是 ${voided.invoiceNo}`
  if (!voids && toComparablePersonName(title ?? '') !== toComparablePersonName(voided.title))
    return `抬头应为 ${voided.title}，文件里是 ${title ?? none}`
  return null
}
