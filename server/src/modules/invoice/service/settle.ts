import { extname } from 'node:path'
import { audit, auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findUploaded, keepUploaded } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { redProblem, sellerDifferences } from '../compare.ts'
import { failedMessage, reversedMessage } from '../messages.ts'
import type { InvoiceFields } from '../read/invoice-fields.ts'
import { stateName } from '../state-names.ts'
import { lockNumbers, setFailed, setNumber, setReversed, setTaxState } from '../store/desk.ts'
import { findNumberHolder } from '../store/files.ts'
import {
  findInvoice,
  findLive,
  holdOrder,
  type InvoiceRow,
  insertInvoice,
  lockInvoice,
  type TaxOutcome,
} from '../store/invoices.ts'
import { readingOf } from './reading.ts'
import { sellerOf } from './seller.ts'
import { deskView, invoiceView } from './view.ts'

/** Works on one invoice under the locks of its order and its own, and shows how it stands afterwards. */
async function settling(
  { db }: Pick<Deps, 'db'>,
  id: string,
  work: (tx: Tx, invoice: InvoiceRow, paid: boolean) => Promise<void>,
) {
  const there = (await findInvoice(db, id)) ?? refuse('invoice.notFound')
  await inTransaction(db, async (tx) => {
    await holdOrder(tx, there.orderNo)
    const invoice = await lockInvoice(tx, id)
    await work(tx, invoice, invoice.keptFen === invoice.amountFen)
  })
  return deskView((await findInvoice(db, id)) ?? refuse('invoice.notFound'))
}

function settled(invoice: InvoiceRow): never {
  return refuse('invoice.settled', { state: stateName(invoice) })
}

const isOpen = ({ state }: InvoiceRow) => state === 'PENDING' || state === 'ISSUING'

/** The number the tax office gave it: files named by it alone are found from now on. A repeat changes nothing. */
export function numberInvoice(
  deps: Deps,
  staff: StaffAtWork,
  { id, invoiceNo }: { id: string; invoiceNo: string },
) {
  return settling(deps, id, async (tx, invoice) => {
    if (invoice.invoiceNo === invoiceNo) return
    if (!isOpen(invoice)) settled(invoice)
    await lockNumbers(tx)
    if (await findNumberHolder(tx, { number: invoiceNo, code: null }, id))
      refuse('invoice.numberTaken')
    await setNumber(tx, id, invoiceNo)
    const { applyNo, invoiceNo: before } = invoice
    await auditStaff(tx, staff, 'invoice.numbered', id, { applyNo, before, after: invoiceNo })
  })
}

/** It could not be issued: the student reads why and may ask anew. A repeat with the same reason changes nothing. */
export function failInvoice(
  deps: Deps,
  staff: StaffAtWork,
  { id, reason }: { id: string; reason: string },
) {
  return settling(deps, id, async (tx, invoice) => {
    const again = invoice.failReason === reason && !invoice.withdrawnAt
    if (invoice.state === 'FAILED' && again) return
    if (!isOpen(invoice)) settled(invoice)
    const { applyNo, orderNo } = invoice
    // a number that was noted is an invoice's, unless somebody has looked and says otherwise
    await setFailed(tx, id, { failReason: reason, taxOpen: invoice.invoiceNo !== null })
    await auditStaff(tx, staff, 'invoice.failed', id, { applyNo, orderNo, reason })
    await notify(tx, ...failedMessage(invoice, reason))
  })
}

/**
 * The issued invoice is void by a red one: what its student wanted instead is applied for in the same transaction, unless the order was
 * refunded meanwhile. A repeat with the same red number changes nothing.
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
    await lockNumbers(tx)
    if (await findNumberHolder(tx, { number: redNo, code: null })) refuse('invoice.numberTaken')
    if (red) requireRed(invoice, red.fields, redNo)
    await setReversed(tx, id, { redNo, reverseReason: reason, redFileId })
    if (red) await keepUploaded(tx, red.fileId, `红字发票_${redNo}${extname(red.name)}`)
    const anew = paid ? await applyAnew(tx, invoice) : null
    const { applyNo, orderNo } = invoice
    const detail = { applyNo, orderNo, redNo, reason, fileId: redFileId, newApplication: anew }
    await auditStaff(tx, staff, 'invoice.reversed', id, detail)
    await notify(tx, ...reversedMessage(invoice, reason, anew !== null))
  })
}

/** @throws Refusal common.notFound for another's file, common.busy */
async function readRed(deps: Deps, staff: StaffAtWork, fileId: string) {
  const file = await findUploaded(deps.db, fileId, 'INVOICE')
  if (!file || file.staffId !== staff.staffId) return refuse('common.notFound')
  const reading = await readingOf(deps, file)
  if (reading.problem) return refuse('invoice.redFileDiffers', { problem: reading.says })
  const [other] = sellerDifferences(await sellerOf(deps), reading.fields)
  if (other) refuse('invoice.redFileDiffers', { problem: `销售方是 ${other.read}` })
  return { fileId, name: file.name, fields: reading.fields }
}

/** @throws Refusal invoice.redFileDiffers */
function requireRed(invoice: InvoiceRow, red: InvoiceFields, redNo: string): void {
  const other = red.number === redNo ? null : `文件里的号码是 ${red.number}`
  const problem = redProblem(invoice, red) ?? other
  if (problem) refuse('invoice.redFileDiffers', { problem })
}

/**
 * What became, in the tax system, of an application that was given up after staff had begun: red-reversed by `redNo`, voided there, or never
 * issued – then its number is free again. A repeat changes nothing.
 */
export function settleInTax(
  deps: Deps,
  staff: StaffAtWork,
  { id, outcome, redNo = null }: { id: string; outcome: TaxOutcome; redNo?: string | null },
) {
  return settling(deps, id, async (tx, invoice) => {
    if (invoice.taxState === outcome && invoice.redNo === redNo) return
    if (invoice.taxState !== 'OPEN') settled(invoice)
    await lockNumbers(tx)
    if (redNo && (await findNumberHolder(tx, { number: redNo, code: null })))
      refuse('invoice.numberTaken')
    await setTaxState(tx, id, { taxState: outcome, redNo })
    const { applyNo, orderNo, invoiceNo } = invoice
    const detail = { applyNo, orderNo, invoiceNo, outcome, redNo }
    await auditStaff(tx, staff, 'invoice.taxSettled', id, detail)
  })
}

/** Nobody reverses for a wish that was taken back, or changed, after they looked. `seen`: the one they saw; undefined: they do not say */
function requireSeen(invoice: InvoiceRow, seen: string | null | undefined): void {
  const now = invoiceView(invoice).change?.askedAt.getTime() ?? null
  if (seen !== undefined && now !== (seen && Date.parse(seen))) refuse('invoice.changeMoved')
}

/** The new application's id; null: nobody asked for another. */
async function applyAnew(tx: Tx, invoice: InvoiceRow): Promise<string | null> {
  const { change } = invoiceView(invoice)
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
 * Gives up the application of an order whose money is going back, and tells its student: in the refund's transaction, which holds the order's
 * lock. What is issued already waits for staff to reverse it; what they have exported or numbered, to say what became of it in the tax
 * system; what is still asked for the sum that is kept stays.
 */
export async function giveUpRefunded(tx: Tx, orderNo: string): Promise<void> {
  const live = await findLive(tx, orderNo)
  const invoice = live && (await lockInvoice(tx, live.id))
  if (!invoice || !isOpen(invoice) || invoice.keptFen === invoice.amountFen) return
  const { id, applyNo } = invoice
  const reason = invoice.keptFen > 0 ? partlyRefundedReason : refundedReason
  await setFailed(tx, id, { failReason: reason, taxOpen: invoice.state === 'ISSUING' })
  const detail = { applyNo, orderNo, reason }
  await audit(tx, { actor: 'system', action: 'invoice.failed', subject: id, detail })
  await notify(tx, ...failedMessage(invoice, reason))
}
