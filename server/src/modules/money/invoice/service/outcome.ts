import { extname } from 'node:path'
import { audit, auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findUploadedFile } from '../../../file/service/uploaded.ts'
import { keepUploaded } from '../../../file/service.ts'
import { notify } from '../../../message/service.ts'
import { redInvoiceProblem, sellerDifferences } from '../compare.ts'
import { invoiceFailedMessage, invoiceReversedMessage } from '../messages.ts'
import { invoiceStateName } from '../names.ts'
import type { InvoiceFields } from '../read/invoice-fields.ts'
import {
  lockInvoiceNumbers,
  setApplicationFailed,
  setInvoiceNumber,
  setInvoiceReversed,
  setTaxState,
} from '../store/desk.ts'
import { findInvoiceWithNumber } from '../store/files.ts'
import {
  findActiveInvoice,
  findInvoice,
  type InvoiceRow,
  insertInvoice,
  lockInvoice,
  lockOrderForShare,
  type TaxOutcome,
} from '../store/invoices.ts'
import { readUploadedInvoice } from './files.ts'
import { loadCachedSeller } from './titles.ts'
import { toDeskInvoice, toInvoiceView } from './view.ts'

async function settling(
  { db }: Pick<Deps, 'db'>,
  id: string,
  work: (tx: Tx, invoice: InvoiceRow, paid: boolean) => Promise<void>,
) {
  const there = (await findInvoice(db, id)) ?? refuse('invoice.notFound')
  await inTransaction(db, async (tx) => {
    await lockOrderForShare(tx, there.orderNo)
    const invoice = await lockInvoice(tx, id)
    await work(tx, invoice, invoice.keptFen === invoice.amountFen)
  })
  return toDeskInvoice((await findInvoice(db, id)) ?? refuse('invoice.notFound'))
}

function settled(invoice: InvoiceRow): never {
  return refuse('invoice.settled', { state: invoiceStateName(invoice) })
}

const isOpen = ({ state }: InvoiceRow) => state === 'PENDING' || state === 'ISSUING'

/** Uploaded files are matched by this invoice number later. A repeat changes nothing. */
export function recordInvoiceNumber(
  deps: Deps,
  staff: StaffAtWork,
  { id, invoiceNo }: { id: string; invoiceNo: string },
) {
  return settling(deps, id, async (tx, invoice) => {
    if (invoice.invoiceNo === invoiceNo) return
    if (!isOpen(invoice)) settled(invoice)
    await lockInvoiceNumbers(tx)
    if (await findInvoiceWithNumber(tx, { number: invoiceNo, code: null }, id)) refuse('invoice.numberTaken')
    await setInvoiceNumber(tx, id, invoiceNo)
    const { applyNo, invoiceNo: before } = invoice
    await auditStaff(tx, staff, 'invoice.numbered', id, { applyNo, before, after: invoiceNo })
  })
}

/** The student sees the reason of the failure and may apply again. A repeat changes nothing. */
export function failInvoiceApplication(deps: Deps, staff: StaffAtWork, { id, reason }: { id: string; reason: string }) {
  return settling(deps, id, async (tx, invoice) => {
    const again = invoice.failReason === reason && !invoice.withdrawnAt
    if (invoice.state === 'FAILED' && again) return
    if (!isOpen(invoice)) settled(invoice)
    const { applyNo, orderNo } = invoice
    /**
     * An application with an invoice number may have an invoice in the tax system, so staff must still enter its result
     * there.
     */
    await setApplicationFailed(tx, id, { failReason: reason, taxOpen: invoice.invoiceNo !== null })
    await auditStaff(tx, staff, 'invoice.failed', id, { applyNo, orderNo, reason })
    await notify(tx, ...invoiceFailedMessage(invoice, reason))
  })
}

/**
 * Creates the requested replacement in the same transaction, unless the order was refunded. A repeat changes nothing.
 */
export async function reverseInvoice(
  deps: Deps,
  staff: StaffAtWork,
  input: {
    id: string
    redNo: string
    reason: string
    changeAskedAt?: string | null | undefined
    fileId?: string | undefined
  },
) {
  const { id, redNo, reason, fileId: redFileId = null } = input
  const red = redFileId ? await readRed(deps, staff, redFileId) : null
  return settling(deps, id, async (tx, invoice, paid) => {
    if (invoice.state === 'REVERSED' && invoice.redNo === redNo) return
    if (invoice.state !== 'ISSUED') settled(invoice)
    requireSeen(invoice, input.changeAskedAt)
    await lockInvoiceNumbers(tx)
    if (await findInvoiceWithNumber(tx, { number: redNo, code: null })) refuse('invoice.numberTaken')
    if (red) requireRed(invoice, red.fields, redNo)
    await setInvoiceReversed(tx, id, { redNo, reverseReason: reason, redFileId })
    if (red) await keepUploaded(tx, red.fileId, `红字发票_${redNo}${extname(red.name)}`)
    const anew = paid ? await applyAnew(tx, invoice) : null
    const { applyNo, orderNo } = invoice
    const detail = { applyNo, orderNo, redNo, reason, fileId: redFileId, newApplication: anew }
    await auditStaff(tx, staff, 'invoice.reversed', id, detail)
    await notify(tx, ...invoiceReversedMessage(invoice, reason, anew !== null))
  })
}

/**
 * Reads the red invoice that this staff member has uploaded.
 * @throws Refusal common.notFound for another person's file, common.busy, invoice.redFileDiffers for a file that cannot
 * be read or has another seller.
 */
async function readRed(deps: Deps, staff: StaffAtWork, fileId: string) {
  const file = await findUploadedFile(deps.db, fileId, 'INVOICE')
  if (!file || file.staffId !== staff.staffId) return refuse('common.notFound')
  const reading = await readUploadedInvoice(deps, file)
  if (reading.problem) return refuse('invoice.redFileDiffers', { problem: reading.says })
  const [other] = sellerDifferences(await loadCachedSeller(deps), reading.fields)
  if (other) refuse('invoice.redFileDiffers', { problem: `销售方是 ${other.read}` })
  return { fileId, name: file.name, fields: reading.fields }
}

/** @throws Refusal invoice.redFileDiffers when the file does not reverse this invoice or has another number. */
function requireRed(invoice: InvoiceRow, red: InvoiceFields, redNo: string): void {
  const other = red.number === redNo ? null : `文件里的号码是 ${red.number}`
  const problem = redInvoiceProblem(invoice, red) ?? other
  if (problem) refuse('invoice.redFileDiffers', { problem })
}

/**
 * Records that an application cancelled after staff had begun was reversed by `redNo`, voided, or never issued, which
 * frees its number. A repeat changes nothing.
 */
export function recordTaxOutcome(
  deps: Deps,
  staff: StaffAtWork,
  { id, outcome, redNo = null }: { id: string; outcome: TaxOutcome; redNo?: string | null },
) {
  return settling(deps, id, async (tx, invoice) => {
    if (invoice.taxState === outcome && invoice.redNo === redNo) return
    if (invoice.taxState !== 'OPEN') settled(invoice)
    await lockInvoiceNumbers(tx)
    if (redNo && (await findInvoiceWithNumber(tx, { number: redNo, code: null }))) refuse('invoice.numberTaken')
    await setTaxState(tx, id, { taxState: outcome, redNo })
    const { applyNo, orderNo, invoiceNo } = invoice
    const detail = { applyNo, orderNo, invoiceNo, outcome, redNo }
    await auditStaff(tx, staff, 'invoice.taxSettled', id, detail)
  })
}

/** The change must be the one staff saw (`seen`); undefined skips the check. */
function requireSeen(invoice: InvoiceRow, seen: string | null | undefined): void {
  const now = toInvoiceView(invoice).change?.askedAt.getTime() ?? null
  if (seen !== undefined && now !== (seen && Date.parse(seen))) refuse('invoice.changeMoved')
}

/** Returns the id of the new application, or null when no change was requested. */
async function applyAnew(tx: Tx, invoice: InvoiceRow): Promise<string | null> {
  const { change } = toInvoiceView(invoice)
  if (!change) return null
  const { reason: _reason, askedAt: _askedAt, ...asked } = change
  const { orderNo, amountFen, id: replacesId } = invoice
  const made = await insertInvoice(tx, { ...asked, orderNo, amountFen, replacesId })
  if (!made) throw new Error('an order has two invoices that stand')
  return made
}

const refundedReason = '订单已退款，不再开票'
const partlyRefundedReason = '订单中有一部分已退款，请按现在的金额重新申请'

/**
 * Runs in the transaction of the refund, which locks the order. Issued invoices wait for a reversal, exported or
 * numbered ones for the result in the tax system.
 */
export async function failApplicationOfRefundedOrder(tx: Tx, orderNo: string): Promise<void> {
  const live = await findActiveInvoice(tx, orderNo)
  const invoice = live && (await lockInvoice(tx, live.id))
  if (!invoice || !isOpen(invoice) || invoice.keptFen === invoice.amountFen) return
  const { id, applyNo } = invoice
  const reason = invoice.keptFen > 0 ? partlyRefundedReason : refundedReason
  await setApplicationFailed(tx, id, { failReason: reason, taxOpen: invoice.state === 'ISSUING' })
  const detail = { applyNo, orderNo, reason }
  await audit(tx, { actor: 'system', action: 'invoice.failed', subject: id, detail })
  await notify(tx, ...invoiceFailedMessage(invoice, reason))
}
