import { extname } from 'node:path'
import type { staffCalls } from '@ce/contract'
import { foldSpelling } from '@ce/contract/fold-text'
import type { z } from 'zod'
import { auditStaff } from '../../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findUploadedFile } from '../../../file/service/uploaded.ts'
import { keepUploaded } from '../../../file/service.ts'
import { notify } from '../../../message/service.ts'
import {
  buyerAndAmountDifferences,
  type InvoiceDifference,
  invoiceDifferences,
  redInvoiceProblem,
  sellerDifferences,
} from '../compare.ts'
import { invoiceIssuedMessage } from '../messages.ts'
import { emptyInvoiceFields, type InvoiceFields } from '../read/invoice-fields.ts'
import { mergeInvoiceFields } from '../read/printed-fields.ts'
import type { InvoiceReadResult } from '../read/read-invoice.ts'
import { lockInvoiceNumbers, setInvoiceIssued } from '../store/desk.ts'
import {
  findInvoiceByFile,
  findInvoiceByHash,
  findInvoiceWithNumber,
  findIssuedInvoiceByNumber,
  findMatchingApplications,
  findReferencedApplications,
  listInvoicesAwaitingReversal,
} from '../store/files.ts'
import { findInvoice, type InvoiceRow, lockInvoice, lockOrderForShare } from '../store/invoices.ts'
import { findStoredInvoiceReading, readUploadedInvoice, type UploadedInvoice } from './files.ts'
import { loadCachedSeller } from './titles.ts'

const mostCandidates = 20

type Calls = (typeof staffCalls)['invoice']

type Line = z.input<Calls['issueFor']['response']>

type Typed = NonNullable<z.output<Calls['issueFor']['request']>['typed']>

interface Choice {
  id: string
  reason?: string | undefined
  typed?: Typed | undefined
}

/** Each file has its own transaction, so a repeat after a crash continues. Each student is notified. */
export async function issueInvoices(
  deps: Deps,
  staff: StaffAtWork,
  { fileIds }: { fileIds: string[] },
): Promise<{ rows: Line[] }> {
  const rows: Line[] = []
  for (const fileId of new Set(fileIds)) rows.push(await issueFile(deps, staff, fileId))
  return { rows }
}

/**
 * Issues the invoice for the application that staff chose; some differences are accepted with a reason. @throws Refusal
 * invoice.notFound, invoice.typedNeedsReason, invoice.notToBeTyped.
 */
export async function issueInvoiceFor(
  deps: Deps,
  staff: StaffAtWork,
  { fileId, ...choice }: Choice & { fileId: string },
): Promise<Line> {
  if (!(await findInvoice(deps.db, choice.id))) refuse('invoice.notFound')
  if (choice.typed && !choice.reason)
    refuse('invoice.typedNeedsReason', { fields: { reason: '请填写没有自动核对的原因' } })
  return issueFile(deps, staff, fileId, choice)
}

async function issueFile(deps: Deps, staff: StaffAtWork, fileId: string, choice?: Choice): Promise<Line> {
  const { db } = deps
  const file = await findUploadedFile(db, fileId, 'INVOICE')
  if (!file || file.staffId !== staff.staffId) return lineOf(fileId, '', 'NO_FILE')
  const used = await findInvoiceByFile(db, fileId)
  if (used) {
    const reading = await findStoredInvoiceReading(db, fileId)
    const outcome = used.fileId === fileId ? 'ISSUED' : 'RED_ENTERED'
    return {
      ...lineOf(fileId, file.name, outcome),
      ...about(used),
      read: reading && readOf(reading.fields),
    }
  }
  const reading = await readUploadedInvoice(deps, file)
  const fields = choice?.typed ? typedFields(reading, choice.typed) : reading.fields
  const line = { ...lineOf(fileId, file.name, 'UNREADABLE'), read: readOf(fields) }
  const twin = await findInvoiceByHash(db, file.sha256)
  if (twin) return { ...line, ...about(twin), outcome: 'SAME_FILE' }
  if (reading.problem && !choice?.typed) return { ...line, says: reading.says, mayType: mayBeTyped(reading) }
  const { amountFen, number, code } = fields
  if (amountFen !== null && amountFen < 0) return redLine(deps, line, fields)
  const ours = sellerDifferences(await loadCachedSeller(deps), fields)
  if (ours.length > 0) return { ...line, outcome: 'OTHER_SELLER', differences: ours }
  const match = choice ? { found: { id: choice.id } } : await matchFile(db, fields)
  const found = 'found' in match ? match.found.id : undefined
  const holder = await findInvoiceWithNumber(db, { number, code }, found)
  if (holder) return { ...line, ...about(holder), outcome: 'NUMBER_TAKEN' }
  if (!('found' in match)) return { ...line, outcome: match.outcome, candidates: match.candidates.map(candidateOf) }
  return issueUnderLock(deps, staff, { id: match.found.id, file, fields, choice, line })
}

const mayBeTyped = ({ problem }: InvoiceReadResult) => problem === 'NO_TEXT' || problem === 'INCOMPLETE'

/** Typed values only fill fields that the program could not read. */
function typedFields(reading: InvoiceReadResult, { amount, code, taxNo, ...typed }: Typed): InvoiceFields {
  if (!mayBeTyped(reading)) refuse('invoice.notToBeTyped')
  return mergeInvoiceFields(reading.fields, {
    ...emptyInvoiceFields,
    ...typed,
    code: code ?? null,
    taxNo: taxNo || null,
    amountFen: amount,
  })
}

interface Issuing {
  id: string
  file: UploadedInvoice
  fields: InvoiceFields
  choice: Choice | undefined
  line: Line
}

async function issueUnderLock({ db }: Deps, staff: StaffAtWork, issuing: Issuing): Promise<Line> {
  const { id, line } = issuing
  const there = (await findInvoice(db, id)) ?? refuse('invoice.notFound')
  return inTransaction(db, async (tx) => {
    await lockOrderForShare(tx, there.orderNo)
    const invoice = await lockInvoice(tx, id)
    const found = { ...line, ...about(invoice) }
    if (invoice.fileId === line.fileId) return { ...found, outcome: 'ISSUED' }
    if (invoice.state === 'ISSUED') return { ...found, outcome: 'TAKEN' }
    if (invoice.state !== 'PENDING' && invoice.state !== 'ISSUING') return { ...found, outcome: 'NOT_OPEN' }
    await lockInvoiceNumbers(tx)
    return { ...found, ...(await issue(tx, staff, invoice, issuing)) }
  })
}

async function issue(
  tx: Tx,
  staff: StaffAtWork,
  invoice: InvoiceRow,
  { file, fields, choice }: Issuing,
): Promise<Partial<Line>> {
  const { id, applyNo, orderNo } = invoice
  const { number, code, date } = fields
  // Another upload may have issued the invoice in the meantime.
  const twin = await findInvoiceByHash(tx, file.sha256)
  if (twin) return { outcome: 'SAME_FILE', ...about(twin) }
  const holder = await findInvoiceWithNumber(tx, { number, code }, id)
  if (holder) return { outcome: 'NUMBER_TAKEN', ...about(holder) }
  const differences = invoiceDifferences(invoice, fields)
  const isTaken = choice?.reason && differences.every(({ mayAccept }) => mayAccept)
  if (differences.length > 0 && !isTaken) return { outcome: 'MISMATCH', differences }
  const check = checkOf(differences, choice)
  await setInvoiceIssued(tx, id, {
    ...check,
    fileId: file.id,
    fileSha256: file.sha256,
    invoiceNo: number,
    invoiceCode: code,
    datedOn: date,
    issuedBy: staff.staffId,
  })
  // The file gets a new name, because the name given by staff may mention another person.
  await keepUploaded(tx, file.id, `电子发票_${number}${extname(file.name)}`)
  const detail = { applyNo, orderNo, invoiceNo: number, fileId: file.id, ...check, differences }
  await auditStaff(tx, staff, 'invoice.issued', id, detail)
  await notify(tx, ...invoiceIssuedMessage(invoice, file.id))
  return { outcome: 'ISSUED' }
}

function checkOf(differences: InvoiceDifference[], choice: Choice | undefined) {
  const note = choice?.reason ?? null
  if (choice?.typed) return { checkWay: 'TYPED', checkNote: note }
  return differences.length > 0 ? { checkWay: 'ACCEPTED', checkNote: note } : { checkWay: 'READ', checkNote: null }
}

async function redLine(deps: Deps, line: Line, fields: InvoiceFields): Promise<Line> {
  const { number, code } = fields
  const ours = sellerDifferences(await loadCachedSeller(deps), fields)
  if (ours.length > 0) return { ...line, outcome: 'OTHER_SELLER', differences: ours }
  const holder = await findInvoiceWithNumber(deps.db, { number, code })
  if (holder) return { ...line, ...about(holder), outcome: 'NUMBER_TAKEN' }
  const voided = await matchRed(deps.db, fields)
  return voided ? { ...line, ...about(voided), outcome: 'RED' } : { ...line, outcome: 'RED_UNMATCHED' }
}

function lineOf(fileId: string, fileName: string, outcome: Line['outcome']): Line {
  return {
    fileId,
    fileName,
    outcome,
    says: null,
    mayType: false,
    read: null,
    invoiceId: null,
    applyNo: null,
    title: null,
    differences: [],
    candidates: [],
  }
}

const about = ({ id, applyNo, title }: { id: string; applyNo: string; title: string }) => ({
  invoiceId: id,
  applyNo,
  title,
})

function readOf({ kind, code, number, date, title, taxNo, amountFen, seller, sellerTaxNo }: InvoiceFields) {
  return { kind, code, number, date, title, taxNo, amount: amountFen, seller, sellerTaxNo }
}

function candidateOf({ id, applyNo, orderNo, title, taxNo, amountFen, ownerName }: InvoiceRow) {
  return { invoiceId: id, applyNo, orderNo, title, taxNo, amount: amountFen, ownerName }
}

type Match = { found: InvoiceRow } | { outcome: 'AMBIGUOUS' | 'UNMATCHED'; candidates: InvoiceRow[] }

/**
 * The remark or a number entered by staff names the application; otherwise buyer and amount must match. Similar
 * applications are returned with their differences.
 */
async function matchFile(db: Db, fields: InvoiceFields): Promise<Match> {
  const { references, number, code, title, taxNo } = fields
  const named = await findReferencedApplications(db, references, { number, code })
  if (named.length > 0) return chosenOf(named, fields, 'AMBIGUOUS')
  const like = await findMatchingApplications(db, { title: foldSpelling(title ?? ''), taxNo })
  return chosenOf(like, fields, 'UNMATCHED')
}

function chosenOf(rows: InvoiceRow[], fields: InvoiceFields, otherwise: 'AMBIGUOUS' | 'UNMATCHED'): Match {
  const same = rows.filter((row) => buyerAndAmountDifferences(row, fields).length === 0)
  if (same.length > 1) return { outcome: 'AMBIGUOUS', candidates: same.slice(0, mostCandidates) }
  const ofSum = rows.filter(({ amountFen }) => amountFen === fields.amountFen)
  for (const few of [same, ofSum, rows]) {
    const [only] = few
    if (only && few.length === 1) return { found: only }
  }
  return { outcome: otherwise, candidates: rows.slice(0, mostCandidates) }
}

async function matchRed(db: Db, fields: InvoiceFields): Promise<InvoiceRow | null> {
  if (fields.voids) return (await findIssuedInvoiceByNumber(db, fields.voids)) ?? null
  const rows = await listInvoicesAwaitingReversal(db, -(fields.amountFen ?? 0))
  const same = rows.filter((row) => redInvoiceProblem(row, fields) === null)
  return same.length === 1 ? (same[0] ?? null) : null
}
