import { foldNumber } from '@ce/contract/fold-text'
import { creditCodeValid } from '@ce/contract/person'
import { personKey, titleKey } from './names.ts'
import type { InvoiceFields } from './read/invoice-fields.ts'

/** What was applied for, as far as an invoice says it. */
export interface AppliedFor {
  titleType: string
  title: string
  taxNo: string | null
  amountFen: number
  /** that staff entered before the file was there */
  invoiceNo: string | null
  invoiceCode: string | null
  /** days in Shanghai, as YYYY-MM-DD */
  paidOn: string | null
  today: string
}

/** Who issues the association's invoices; both empty: nobody has said. */
export interface Seller {
  name: string
  taxNo: string
}

export interface Difference {
  field: 'number' | 'title' | 'taxNo' | 'amount' | 'date' | 'seller' | 'sellerTaxNo'
  /** what was asked for */
  applied: string
  /** what the file says */
  read: string
  /** staff may take it as it is, with a reason */
  mayAccept: boolean
}

const none = '（无）'
const yuan = (fen: number | null) => (fen === null ? none : `¥${(fen / 100).toFixed(2)}`)

/** Where an invoice differs from an application; empty: it is the one that was asked for. */
export function differencesOf(applied: AppliedFor, fields: InvoiceFields): Difference[] {
  return [
    ...contentDifferences(applied, fields),
    ...numberDifference(applied, fields),
    ...dateDifference(applied, fields),
  ]
}

/** Only of what tells one application from another: buyer and sum. */
export function contentDifferences(
  applied: AppliedFor,
  { title, taxNo, amountFen }: InvoiceFields,
): Difference[] {
  const found: Difference[] = []
  const keyOf = applied.titleType === 'PERSONAL' ? personKey : titleKey
  if (keyOf(title ?? '') !== keyOf(applied.title))
    found.push({
      field: 'title',
      applied: applied.title,
      read: title ?? none,
      mayAccept: title !== null,
    })
  if (!isSameTaxNo(applied, taxNo))
    // of two companies one is wrong; where one side has none, staff may know better
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

/** On a person's invoice stands none, or the number of a paper of theirs. */
function isSameTaxNo({ titleType, taxNo: applied }: AppliedFor, read: string | null): boolean {
  if (titleType === 'PERSONAL' && !applied) return read === null || !creditCodeValid(read)
  return (applied ?? '') === (read ?? '')
}

function numberDifference(applied: AppliedFor, { number }: InvoiceFields): Difference[] {
  if (!applied.invoiceNo || applied.invoiceNo === number) return []
  return [{ field: 'number', applied: applied.invoiceNo, read: number ?? none, mayAccept: false }]
}

/** Nobody issues before the money is there, or tomorrow. */
function dateDifference({ paidOn, today }: AppliedFor, { date }: InvoiceFields): Difference[] {
  if (date && date <= today && (!paidOn || date >= paidOn)) return []
  const applied = paidOn ? `付款日 ${paidOn} 至今天 ${today}` : `不晚于今天 ${today}`
  return [{ field: 'date', applied, read: date ?? none, mayAccept: date !== null }]
}

/** Where the invoice is another seller's; nothing while nobody has said who ours is. */
export function sellerDifferences(
  ours: Seller,
  { seller, sellerTaxNo }: InvoiceFields,
): Difference[] {
  if (!ours.name) return []
  const found: Difference[] = []
  if (seller !== null && titleKey(seller) !== titleKey(ours.name))
    found.push({ field: 'seller', applied: ours.name, read: seller, mayAccept: false })
  if (sellerTaxNo !== null && foldNumber(sellerTaxNo) !== ours.taxNo)
    found.push({ field: 'sellerTaxNo', applied: ours.taxNo, read: sellerTaxNo, mayAccept: false })
  return found
}

/** What a red invoice's file says otherwise than that it voids this one; null: it does. */
export function redProblem(
  voided: { invoiceNo: string | null; amountFen: number; titleType: string; title: string },
  { voids, amountFen, title }: InvoiceFields,
): string | null {
  if (amountFen !== -voided.amountFen)
    return `金额应为 ${yuan(-voided.amountFen)}，文件里是 ${yuan(amountFen)}`
  if (voids && voided.invoiceNo && voids !== voided.invoiceNo)
    return `它红冲的是 ${voids}，这张发票是 ${voided.invoiceNo}`
  if (!voids && personKey(title ?? '') !== personKey(voided.title))
    return `抬头应为 ${voided.title}，文件里是 ${title ?? none}`
  return null
}
