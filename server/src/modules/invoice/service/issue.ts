import { extname } from 'node:path'
import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findUploaded, keepUploaded } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { type Difference, differencesOf, sellerDifferences } from '../compare.ts'
import { issuedMessage } from '../messages.ts'
import { type InvoiceFields, noFields } from '../read/invoice-fields.ts'
import { filled } from '../read/printed.ts'
import type { Reading } from '../read/read-invoice.ts'
import { lockNumbers, setIssued } from '../store/desk.ts'
import { findNumberHolder, findOfBytes, findOfFile } from '../store/files.ts'
import { findInvoice, holdOrder, type InvoiceRow, lockInvoice } from '../store/invoices.ts'
import { matchFile, matchRed } from './match-file.ts'
import { knownReading, readingOf, type UploadedInvoice } from './reading.ts'
import { sellerOf } from './seller.ts'

type Calls = (typeof staffCalls)['invoice']
type Line = z.input<Calls['issueFor']['response']>
type Typed = NonNullable<z.output<Calls['issueFor']['request']>['typed']>

/** What a person decides about a file. */
interface Choice {
  id: string
  reason?: string | undefined
  typed?: Typed | undefined
}

/**
 * Reads each uploaded file, gives it to the application whose content it has, and tells the student: a transaction each, so that what was done
 * before a crash is done, and a repeat finds it so.
 */
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
 * The same for an application that staff choose: differences that may be accepted are with a reason, and so is what a person read in place of a
 * program. @throws Refusal invoice.notFound, invoice.typedNeedsReason, invoice.notToBeTyped
 */
export async function issueFor(
  deps: Deps,
  staff: StaffAtWork,
  { fileId, ...choice }: Choice & { fileId: string },
): Promise<Line> {
  if (!(await findInvoice(deps.db, choice.id))) refuse('invoice.notFound')
  if (choice.typed && !choice.reason)
    refuse('invoice.typedNeedsReason', { fields: { reason: '请填写没有自动核对的原因' } })
  return issueFile(deps, staff, fileId, choice)
}

async function issueFile(
  deps: Deps,
  staff: StaffAtWork,
  fileId: string,
  choice?: Choice,
): Promise<Line> {
  const { db } = deps
  const file = await findUploaded(db, fileId, 'INVOICE')
  if (!file || file.staffId !== staff.staffId) return lineOf(fileId, '', 'NO_FILE')
  const used = await findOfFile(db, fileId)
  if (used) {
    const reading = await knownReading(db, fileId)
    const outcome = used.fileId === fileId ? 'ISSUED' : 'RED_ENTERED'
    return {
      ...lineOf(fileId, file.name, outcome),
      ...about(used),
      read: reading && readOf(reading.fields),
    }
  }
  const reading = await readingOf(deps, file)
  const fields = choice?.typed ? typedFields(reading, choice.typed) : reading.fields
  const line = { ...lineOf(fileId, file.name, 'UNREADABLE'), read: readOf(fields) }
  const twin = await findOfBytes(db, file.sha256)
  if (twin) return { ...line, ...about(twin), outcome: 'SAME_FILE' }
  if (reading.problem && !choice?.typed)
    return { ...line, says: reading.says, mayType: mayBeTyped(reading) }
  const { amountFen, number, code } = fields
  if (amountFen !== null && amountFen < 0) return redLine(deps, line, fields)
  const ours = sellerDifferences(await sellerOf(deps), fields)
  if (ours.length > 0) return { ...line, outcome: 'OTHER_SELLER', differences: ours }
  const match = choice ? { found: { id: choice.id } } : await matchFile(db, fields)
  const found = 'found' in match ? match.found.id : undefined
  const holder = await findNumberHolder(db, { number, code }, found)
  if (holder) return { ...line, ...about(holder), outcome: 'NUMBER_TAKEN' }
  if (!('found' in match))
    return { ...line, outcome: match.outcome, candidates: match.candidates.map(candidateOf) }
  return issueUnderLock(deps, staff, { id: match.found.id, file, fields, choice, line })
}

const mayBeTyped = ({ problem }: Reading) => problem === 'NO_TEXT' || problem === 'INCOMPLETE'

/** What a person reads fills what a program could not, and changes nothing else. */
function typedFields(reading: Reading, { amount, code, taxNo, ...typed }: Typed): InvoiceFields {
  if (!mayBeTyped(reading)) refuse('invoice.notToBeTyped')
  return filled(reading.fields, {
    ...noFields,
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
    await holdOrder(tx, there.orderNo)
    const invoice = await lockInvoice(tx, id)
    const found = { ...line, ...about(invoice) }
    if (invoice.fileId === line.fileId) return { ...found, outcome: 'ISSUED' }
    if (invoice.state === 'ISSUED') return { ...found, outcome: 'TAKEN' }
    if (invoice.state !== 'PENDING' && invoice.state !== 'ISSUING')
      return { ...found, outcome: 'NOT_OPEN' }
    await lockNumbers(tx)
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
  // another may have been first while this one was read
  const twin = await findOfBytes(tx, file.sha256)
  if (twin) return { outcome: 'SAME_FILE', ...about(twin) }
  const holder = await findNumberHolder(tx, { number, code }, id)
  if (holder) return { outcome: 'NUMBER_TAKEN', ...about(holder) }
  const differences = differencesOf(invoice, fields)
  const isTaken = choice?.reason && differences.every(({ mayAccept }) => mayAccept)
  if (differences.length > 0 && !isTaken) return { outcome: 'MISMATCH', differences }
  const check = checkOf(differences, choice)
  await setIssued(tx, id, {
    ...check,
    fileId: file.id,
    fileSha256: file.sha256,
    invoiceNo: number,
    invoiceCode: code,
    datedOn: date,
    issuedBy: staff.staffId,
  })
  // as its owner saves it; what staff called it may be about somebody else
  await keepUploaded(tx, file.id, `电子发票_${number}${extname(file.name)}`)
  const detail = { applyNo, orderNo, invoiceNo: number, fileId: file.id, ...check, differences }
  await auditStaff(tx, staff, 'invoice.issued', id, detail)
  await notify(tx, ...issuedMessage(invoice, file.id))
  return { outcome: 'ISSUED' }
}

function checkOf(differences: Difference[], choice: Choice | undefined) {
  const note = choice?.reason ?? null
  if (choice?.typed) return { checkWay: 'TYPED', checkNote: note }
  return differences.length > 0
    ? { checkWay: 'ACCEPTED', checkNote: note }
    : { checkWay: 'READ', checkNote: null }
}

async function redLine(deps: Deps, line: Line, fields: InvoiceFields): Promise<Line> {
  const { number, code } = fields
  const ours = sellerDifferences(await sellerOf(deps), fields)
  if (ours.length > 0) return { ...line, outcome: 'OTHER_SELLER', differences: ours }
  const holder = await findNumberHolder(deps.db, { number, code })
  if (holder) return { ...line, ...about(holder), outcome: 'NUMBER_TAKEN' }
  const voided = await matchRed(deps.db, fields)
  return voided
    ? { ...line, ...about(voided), outcome: 'RED' }
    : { ...line, outcome: 'RED_UNMATCHED' }
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

function readOf({
  kind,
  code,
  number,
  date,
  title,
  taxNo,
  amountFen,
  seller,
  sellerTaxNo,
}: InvoiceFields) {
  return { kind, code, number, date, title, taxNo, amount: amountFen, seller, sellerTaxNo }
}

function candidateOf({ id, applyNo, orderNo, title, taxNo, amountFen, ownerName }: InvoiceRow) {
  return { invoiceId: id, applyNo, orderNo, title, taxNo, amount: amountFen, ownerName }
}
